import type {
  Preview,
  ReceiverTest,
  Redriven,
  Rule,
  RuleCheck,
  RuleFacts,
  RuleFile,
  RuleProblem,
} from './contract/index.ts';
import type { Metric } from './metrics-text.ts';

export interface PreviewRequest {
  yaml?: string | undefined;
  name?: string | undefined;
  sinceHours: number;
  clock?: 'arrival' | 'data' | undefined;
}

/** What only the code of alerts knows: rules as they are in force, and how receivers are reached. */
export interface Alerting {
  rules(): Promise<readonly Rule[]>;
  /** Rules that were not taken. */
  problems(): Promise<readonly RuleProblem[]>;
  /** The configuration file in force; null where nobody has said. */
  file(): Promise<RuleFile | null>;
  facts(): RuleFacts;
  check(yaml: string): Promise<RuleCheck>;
  /** The rule over stored data; a string says why not. */
  preview(request: PreviewRequest): Promise<Preview | string>;
  receivers(): Promise<readonly { name: string; kind: string; target: string }[]>;
  /** One message by the path of all others; null where there is no such receiver. */
  testReceiver(name: string): Promise<ReceiverTest | null>;
  /** Tells a receiver again at once what it did not take; an empty alert id stands for all of it. */
  redrive(order: { receiver: string; alertId: string; by: string }): Promise<Redriven>;
  /** Of the evaluator, wherever it runs. */
  metrics(): Promise<readonly Metric[]>;
}

/** Where nothing is configured. */
export const NO_ALERTING: Alerting = {
  rules: () => Promise.resolve([]),
  problems: () => Promise.resolve([]),
  file: () => Promise.resolve(null),
  facts: () => ({}),
  check: () =>
    Promise.resolve({
      rule: null,
      problems: [{ line: null, message: 'there are no alerts here' }],
    }),
  preview: () => Promise.resolve('there are no alerts here'),
  receivers: () => Promise.resolve([]),
  testReceiver: () => Promise.resolve(null),
  redrive: () => Promise.resolve({ outcome: 'no_evaluator', reason: 'there are no alerts here' }),
  metrics: () => Promise.resolve([]),
};
