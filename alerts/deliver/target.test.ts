import { describe, expect, it } from 'vitest';

import { readCidr, refuseTarget } from './target.ts';

const refuse = (url: string, address: string, allowed: [string, number][] = []) =>
  refuseTarget(new URL(url), [address], allowed);

describe('an outgoing target', () => {
  it.each(['93.184.216.34', '1.1.1.1', '2606:2800:220:1::1'])('%s is public', (address) => {
    expect(refuse('https://hook.example/', address)).toBeNull();
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('%s is refused', (address) => {
    expect(refuse('https://hook.example/', address)).toContain(address);
  });

  it.each(['169.254.169.254', '::ffff:169.254.169.254', '100.100.100.200', 'fd00:ec2::254'])(
    '%s stays refused whatever is allowed',
    (address) => {
      const everything: [string, number][] = [
        ['0.0.0.0', 0],
        ['::', 0],
      ];
      expect(refuse('https://hook.example/', address, everything)).toContain('metadata');
    },
  );

  it('lets an allowed private range through, over plain http too', () => {
    expect(refuse('http://127.0.0.1:9/', '127.0.0.1', [['127.0.0.1', 32]])).toBeNull();
    expect(refuse('http://127.0.0.2:9/', '127.0.0.2', [['127.0.0.1', 32]])).not.toBeNull();
    expect(refuse('http://hook.example/', '1.1.1.1')).toContain('plain http');
  });

  it('is refused where one of several addresses is private', () => {
    const url = new URL('https://hook.example/');
    expect(refuseTarget(url, ['1.1.1.1', '10.0.0.1'], [])).toContain('10.0.0.1');
    expect(refuseTarget(url, [], [])).toContain('no address');
  });

  it('is refused with a password or another protocol', () => {
    expect(refuse('https://user:secret@hook.example/', '1.1.1.1')).toContain('password');
    expect(refuse('file:///etc/passwd', '1.1.1.1')).toContain('https');
  });

  it.each([
    ['127.0.0.1/32', ['127.0.0.1', 32]],
    ['fd00::/8', ['fd00::', 8]],
    ['127.0.0.1', null],
    ['127.0.0.1/33', null],
    ['localhost/8', null],
    ['10.0.0.0/x', null],
  ])('the range %s reads as %j', (text, expected) => {
    expect(readCidr(text)).toEqual(expected);
  });
});
