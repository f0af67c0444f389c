import type {
  Preview,
  ReceiverTest,
  Rule,
  RuleCheck,
  RuleFacts,
  RuleProblem,
} from './contract/index.ts';
import type { Metric } from './metrics-text.ts';

export interface PreviewRequest {
  yaml?: string | undefined;
  name?: string | undefined;
  sinceHours: number;
}

/** What only the code of alerts knows: rules as they are in force, and how receivers are reached. */
export interface Alerting {
  rules(): Promise<readonly Rule[]>;
  /** Rules that were not taken. */
  problems(): Promise<readonly RuleProblem[]>;
  facts(): RuleFacts;
  check(yaml: string): RuleCheck;
  /** The rule over stored data; a string says why not. */
  preview(request: PreviewRequest): Promise<Preview | string>;
  receivers(): readonly { name: string; kind: string; target: string }[];
  /** One message by the path of all others; null where there is no such receiver. */
  testReceiver(name: string): Promise<ReceiverTest | null>;
  /** Of the evaluator, where one runs in this process. */
  metrics(): readonly Metric[];
}

/** Where nothing is configured. */
export const NO_ALERTING: Alerting = {
  rules: () => Promise.resolve([]),
  problems: () => Promise.resolve([]),
  facts: () => ({}),
  check: () => ({ rule: null, problems: [{ line: null, message: 'there are no alerts here' }] }),
  preview: () => Promise.resolve('there are no alerts here'),
  receivers: () => [],
  testReceiver: () => Promise.resolve(null),
  metrics: () => [],
};
