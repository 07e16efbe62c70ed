/* What the workers load that the build puts beside them. No page loads this file. */

declare module "*/pyodide.mjs" {
  export const loadPyodide: (options: Record<string, unknown>) => Promise<any>;
}
