import { drawBehaviour, type Agent, type Behaviour } from './agent.ts';
import { cloudOps, fortyResizes, oscillation } from './cloud-ops.ts';
import { backAndForth, coding } from './coding.ts';
import { Planner, type Appointment, type PlannedTurn } from './planner.ts';
import { createRandom, type Random } from './random.ts';
import {
  elevenReworded,
  enumGuessing,
  flakyShipment,
  fortyEmpty,
  fourteenTickets,
  reverification,
} from './support-incidents.ts';
import { support } from './support.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const incident = (hoursBeforeEnd: number, agent: Agent, behaviour: Omit<Behaviour, 'weight'>) => ({
  hoursBeforeEnd,
  agent,
  behaviour: { ...behaviour, weight: 1 },
  isLooping: true,
  isIncident: true,
});

/** The incidents that the day is told for, each once, at a time of its own. */
const INCIDENTS: readonly Appointment[] = [
  incident(19.4, coding, { name: 'edits back and forth', play: backAndForth }),
  incident(15.7, cloudOps, { name: 'scales up and down', play: oscillation }),
  incident(11.2, cloudOps, { name: 'resizes a running instance', play: fortyResizes }),
  incident(8.6, support, { name: 'retries a flaky shipment service', play: flakyShipment }),
  incident(5.6, support, { name: 'eleven reworded searches', play: elevenReworded }),
  incident(4.9, support, { name: 'the same empty search', play: fortyEmpty }),
  incident(3.8, support, { name: 'guesses an enum value', play: enumGuessing }),
  incident(2.7, support, { name: 'checks once more', play: reverification }),
  incident(1.3, support, { name: 'fourteen tickets', play: fourteenTickets }),
];

/** When pollers and the like have their turn: apart from the incidents, so that the p99 of an hour stays 1. */
const PATIENT_HOURS_BEFORE_END = [23.2, 21.9, 20.6, 17.6, 13.6, 12.5, 9.8, 7.2];

export interface DayOptions {
  seed: string;
  /** The day ends here; every turn is over by then. */
  endMs: number;
  turns: number;
}

/** A day of the fleet in order of start: quiet nights, busy days, one bad release and the incidents. */
export function planDay({ seed, endMs, turns }: DayOptions): PlannedTurn[] {
  const random = createRandom(seed);
  const planner = new Planner(random, { dayEndMs: endMs, latestEndMs: endMs });
  const kept = [...INCIDENTS, ...patientTurns(random.fork('patient'))];
  const planned = kept.map((appointment) => planner.keep(appointment));
  const times = startTimes(random.fork('times'), { endMs, turns: turns - planned.length });
  for (const startMs of times) planned.push(planner.turnAt(startMs));
  return planned.toSorted((a, b) => a.startMs - b.startMs);
}

/** The day before has this share of the turns: a quiet one, with nothing new in it. */
const SHARE_BEFORE = 0.25;

/** What the day is held against: the day before it in order of start, with the releases that it began with and one loop of old. */
export function planDayBefore({ seed, endMs, turns }: DayOptions): PlannedTurn[] {
  const random = createRandom(`${seed}/before`);
  const dayEndMs = endMs - DAY_MS;
  const planner = new Planner(random, { dayEndMs: endMs, latestEndMs: dayEndMs });
  const old = incident(39.2, coding, { name: 'edits back and forth', play: backAndForth });
  const kept = planner.keep({ ...old, isIncident: false });
  const count = Math.round(turns * SHARE_BEFORE) - 1;
  const times = startTimes(random.fork('times'), { endMs: dayEndMs, turns: count });
  return [kept, ...times.map((startMs) => planner.turnAt(startMs))].toSorted(
    (a, b) => a.startMs - b.startMs,
  );
}

/** Turns that go on after the day, one after the other. */
export function createLivePlan(seed: string, endMs: number): (startMs: number) => PlannedTurn {
  const bounds = { dayEndMs: endMs, latestEndMs: Infinity };
  const planner = new Planner(createRandom(`${seed}/live`), bounds);
  return (startMs) => planner.turnAt(startMs);
}

function patientTurns(random: Random): Appointment[] {
  return PATIENT_HOURS_BEFORE_END.map((hoursBeforeEnd) => {
    const agent = random.pick([support, cloudOps, coding]);
    return {
      hoursBeforeEnd,
      agent,
      behaviour: drawBehaviour(agent.patient, random),
      isLooping: false,
      isIncident: false,
    };
  });
}

/** Start times over the day: half of the afternoon's traffic at night. */
function startTimes(random: Random, { endMs, turns }: { endMs: number; turns: number }): number[] {
  const weights = Array.from({ length: 24 }, (_, hour) => {
    const hourOfDay = new Date(endMs - DAY_MS + hour * HOUR_MS).getUTCHours();
    return 1 - 0.35 * Math.cos((2 * Math.PI * (hourOfDay - 2)) / 24);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const times = weights.flatMap((weight, hour) =>
    Array.from({ length: Math.round((turns * weight) / total) }, () =>
      Math.round(endMs - DAY_MS + (hour + random.next()) * HOUR_MS),
    ),
  );
  return times.toSorted((a, b) => a - b);
}
