import { createHash } from 'node:crypto';
import { readArguments, signCall } from '@loopscope/signature';
import { fastestOf } from './fastest.ts';

const TICKET = {
  customer_id: 'c_40912',
  order_id: '88214',
  amount: 129.9,
  urgent: true,
  tags: ['refund', 'boots'],
  summary: 'Customer has not received the refund for returned boots, order 88214',
};
const SENTENCE = 'Customer called again and has not received the refund for the returned boots. ';
const CASES = [
  { name: '200 B', args: TICKET },
  { name: '1 KB, one long text', args: { ...TICKET, note: SENTENCE.repeat(11) } },
  {
    name: '1 KB, many keys',
    args: {
      ...TICKET,
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`note_${at}`, SENTENCE.slice(0, 30)]),
      ),
    },
  },
];
const DECLARATION = { identity: ['customer_id', 'order_id'] };

for (const { name, args } of CASES) {
  const text = JSON.stringify(args);
  const bareNs = fastestOf(() => createHash('sha256').update(JSON.stringify(args)).digest('hex'));
  const signText = fastestOf(() => signCall('create_ticket', readArguments(text)));
  const signValue = fastestOf(() => signCall('create_ticket', readArguments(args)));
  const signTwice = fastestOf(() => signCall('create_ticket', readArguments(text), DECLARATION));
  const ratio = (ns: number): string => (ns / bareNs).toFixed(1);
  console.log(
    `${name} (${text.length} B): ${Math.round(1e9 / signText).toLocaleString('en')} signatures/s; ` +
      `ratio to a bare SHA-256 of JSON.stringify: ${ratio(signText)} from text, ${ratio(signValue)} from a value, ` +
      `${ratio(signTwice)} with a declared identity`,
  );
}
