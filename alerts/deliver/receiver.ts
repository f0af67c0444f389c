/** Where notifications go; `log` writes a line of the process's own log. */
export type Receiver =
  | { name: string; kind: 'log' }
  | { name: string; kind: 'webhook'; url: string; secret: string | null };

/** What is told, ready to send. */
export interface Notification {
  /** The same for every try and every receiver. */
  id: string;
  event: 'alert.firing' | 'alert.resolved';
  /** One line for people. */
  text: string;
  /** JSON body of a webhook. */
  body: string;
}
