import { BlockList, isIP } from 'node:net';

/** Instance metadata services: they hand out credentials, so no configuration opens them. */
const METADATA: readonly [string, number][] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['fd00:ec2::', 32],
  ['fe80::a9fe:a9fe', 128],
];

/** IPv4 that is not the public internet. */
const PRIVATE_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** IPv6 is public only inside 2000::/3, without documentation, Teredo and 6to4, which carry any IPv4 inside. */
const GLOBAL_V6: readonly [string, number][] = [['2000::', 3]];
const PRIVATE_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const metadata = listOf(METADATA);
const privateV4 = listOf(PRIVATE_V4);
const globalV6 = listOf(GLOBAL_V6);
const privateV6 = listOf(PRIVATE_V6);

/** `a.b.c.d/n` or an IPv6 range -> base and prefix length; null for other text. */
export function readCidr(text: string): [base: string, prefix: number] | null {
  const [base = '', prefixText = ''] = text.split('/');
  const family = isIP(base);
  const prefix = Number(prefixText);
  if (family === 0 || !/^\d{1,3}$/.test(prefixText)) return null;
  return prefix <= (family === 4 ? 32 : 128) ? [base, prefix] : null;
}

/**
 * Why nothing must be sent there, or null. `addresses` are all that the host name resolves to: one bad one is enough.
 * Plain http is for allowed private targets only.
 */
export function refuseTarget(
  url: URL,
  addresses: readonly string[],
  allowed: readonly (readonly [string, number])[],
): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https is sent to';
  if (url.username !== '' || url.password !== '') return 'the address holds a password';
  const refusal = refuseAddresses(addresses, allowed);
  if (refusal !== null || url.protocol === 'https:') return refusal;
  const allowedRanges = listOf(allowed);
  const isAllowed = addresses.every((address) => contains(allowedRanges, address));
  return isAllowed ? null : 'plain http goes to allowed targets only';
}

/** The same for a host that is reached in another way than by http. */
export function refuseAddresses(
  addresses: readonly string[],
  allowed: readonly (readonly [string, number])[],
): string | null {
  if (addresses.length === 0) return 'the host name has no address';
  const allowedRanges = listOf(allowed);
  for (const address of addresses) {
    if (contains(metadata, address)) return `${address} is a metadata address`;
    if (!contains(allowedRanges, address) && !isGlobal(address)) {
      return `${address} is not a public address; allow it under alerts.allow_private_targets`;
    }
  }
  return null;
}

function isGlobal(address: string): boolean {
  if (isIP(address) === 4) return !contains(privateV4, address);
  return contains(globalV6, address) && !contains(privateV6, address);
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function listOf(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [base, prefix] of ranges) {
    list.addSubnet(base, prefix, isIP(base) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
