"""Proconsuls, and who may command forces [ROR 1.10.8]."""

from __future__ import annotations

from dataclasses import replace

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome.pieces import Army, Office, Place, Result, Senator
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass


@implements("ROR 1.10.8a")
def becomes_proconsul(commander: Senator, result: Result, *, alive: bool = True) -> Ruling:
    """Whether the battle makes its commander a proconsul [ROR 1.10.8a].

    Args:
        commander: The commander after the battle (a captive is no proconsul).
        result: The result of the battle.
        alive: Whether he survived it; a Defeat kills him or makes him a captive.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.becomes_proconsul(ror.Senator("Julius"), ror.Result.STANDOFF))
        Yes. Julius survived a battle that was no Victory [ROR 1.10.8a].
    """
    if not alive or result is Result.DEFEAT or commander.is_captive:
        how = f"{commander} is a captive" if commander.is_captive else f"{commander} did not survive the battle"
        return Ruling.no(how, "ROR 1.10.8a")
    return decide(
        Finding(
            result is not Result.VICTORY,
            "ROR 1.10.8a",
            yes=f"{commander} survived a battle that was no Victory",
            no=f"{commander} won the battle",
        )
    )


@implements("ROR 1.10.8a", "ROR 1.10.8d")
def as_proconsul(commander: Senator, war: str, result: Result) -> Senator:
    """The commander as proconsul, with the Prior Consul marker [ROR 1.10.8d].

    Args:
        commander: The commander, who is alive.
        war: The war that he was sent to.
        result: The result of his battle.

    Raises:
        ImpossibleSituation: If he won, is a captive, or a Defeat killed him.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.as_proconsul(ror.Senator("Julius"), "Syrian War", ror.Result.STALEMATE).prior_consul
        True
    """
    becomes_proconsul(commander, result).require("result", str(result))
    return replace(
        commander, place=Place.ARMY, at=war, prior_consul=True, proconsul_against=commander.proconsul_against or war
    )


@implements("ROR 1.10.8b", "ROR 1.10.8c", "ROR 1.10.8e")
def stays_away(proconsul: Senator, *, war: str, recalled: bool = False, war_over: bool = False) -> Ruling:
    """Whether a proconsul stays with his army for the Combat Phase that comes [ROR 1.10.8e].

    Args:
        proconsul: The proconsul.
        war: The war that his command is against now.
        recalled: Whether the Senate recalled or replaced him in the Senate Phase.
        war_over: Whether the war is defeated or gone.

    Raises:
        ImpossibleSituation: If he is no proconsul.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.as_proconsul(ror.Senator("Julius"), "Syrian War", ror.Result.STALEMATE)
        >>> print(ror.stays_away(julius, war="Syrian War", recalled=True))
        No. The Senate has recalled him [ROR 1.10.8c].
    """
    if not proconsul.is_proconsul:
        raise ImpossibleSituation("proconsul", proconsul.name, "a proconsul", "ROR 1.10.8a")
    same = war == proconsul.proconsul_against and not war_over
    return decide(
        Finding(not recalled, "ROR 1.10.8c", yes="the Senate has not recalled him", no="the Senate has recalled him"),
        Finding(
            same,
            "ROR 1.10.8e",
            yes=f"he still commands against the {war}",
            no=f"he no longer commands against the {proconsul.proconsul_against}, to which he was first sent",
        ),
    )


@implements("ROR 1.10.8f", "ROR 1.10.8g")
def may_command(man: Senator, *, war: str = "", advanced: bool = False) -> Ruling:
    """Whether a senator may command forces [ROR 1.10.8f].

    Args:
        man: The senator.
        war: The war that the forces are to fight; a proconsul commands only against his own.
        advanced: Whether the advanced rules 2.02 or 2.03 are used: then governors may command [ROR 1.10.8g].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_command(ror.Senator("Julius", offices=(ror.Office.CENSOR,))))
        No. Julius is neither consul nor dictator, nor a proconsul with his own war [ROR 1.10.8f].
    """
    if advanced and man.holds(Office.GOVERNOR):
        return Ruling(True, (Reason(f"{man} is a governor under the advanced rules", "ROR 1.10.8g"),))
    for office in (Office.DICTATOR, Office.ROME_CONSUL, Office.FIELD_CONSUL):
        if man.holds(office):
            return Ruling(True, (Reason(f"{man} is {office}", "ROR 1.10.8f"),))
    return decide(
        Finding(
            man.is_proconsul and man.proconsul_against == war,
            "ROR 1.10.8f",
            yes=f"{man} is proconsul in the {war}",
            no=f"{man} is neither consul nor dictator, nor a proconsul with his own war",
        )
    )


@implements("ROR 1.10.8h")
@dataclass(frozen=True)
class SentHome(Told):
    """The army that stays, the Master of Horse who is back in Rome, and what happened [ROR 1.10.8h]."""

    army: Army
    master_of_horse: Senator
    steps: tuple[Reason, ...]


@implements("ROR 1.10.8h")
def master_of_horse_returns(army: Army) -> SentHome:
    """A dictator becomes proconsul: his Master of Horse goes back to Rome [ROR 1.10.8h].

    Raises:
        ImpossibleSituation: If no Master of Horse is with the army.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Julius", military=4), master_of_horse=ror.Senator("Furius", military=3))
        >>> ror.master_of_horse_returns(army).army.rating
        4
    """
    deputy = army.master_of_horse
    if deputy is None:
        raise ImpossibleSituation("army", str(army), "an army with a Master of Horse", "ROR 1.10.8h")
    step = Reason(f"{deputy} returns to Rome, for {army.commander} is now a proconsul", "ROR 1.10.8h")
    return SentHome(replace(army, master_of_horse=None), replace(deputy, place=Place.ROME, at=""), (step,))


@implements("ROR 1.10.8i")
def may_be_another_proconsul(existing: int) -> Ruling:
    """Whether there may be another proconsul beside those that exist: always [ROR 1.10.8i].

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_another_proconsul(3))
        Yes. There may be any number of proconsuls beside the 3 [ROR 1.10.8i].
    """
    check_count("existing", existing, "ROR 1.10.8i")
    return Ruling(True, (Reason(f"there may be any number of proconsuls beside the {existing}", "ROR 1.10.8i"),))


@implements("ROR 1.10.8j")
def is_consul(man: Senator) -> Ruling:
    """Whether a rule about consuls means him; a proconsul is no consul [ROR 1.10.8j].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_consul(ror.Senator("Julius", proconsul_against="Syrian War")))
        No. Julius is a proconsul, and a proconsul is no consul [ROR 1.10.8j].
    """
    what = f"{man} is a proconsul, and a proconsul is no consul" if man.is_proconsul else f"{man} is no consul"
    holds = man.holds(Office.ROME_CONSUL, Office.FIELD_CONSUL)
    return decide(Finding(holds, "ROR 1.10.8j", yes=f"{man} holds the consulship", no=what))
