import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
	/** PEM. */
	readonly key: string;
	/** PEM. */
	readonly certificate: string;
}

/** A certificate for `localhost` and 127.0.0.1 that nobody else vouches for (RFC 5280, section 4.1). */
export function makeSelfSigned(): SelfSigned {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
	const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('loopback')))));
	const validity = sequence(utcTime(Date.now() - 3_600_000), utcTime(Date.now() + 3_600_000));
	const subjectNames = sequence(
		tagged(0x82, Buffer.from('localhost')),
		tagged(0x82, Buffer.from('service.example')),
		tagged(0x87, Buffer.from([127, 0, 0, 1])),
	);
	const authority = sequence(tagged(0x01, Buffer.from([0xff])));
	const extensions = sequence(
		sequence(objectId('551d11'), tagged(0x04, subjectNames)),
		sequence(objectId('551d13'), tagged(0x04, authority)),
	);
	const body = sequence(
		tagged(0xa0, tagged(0x02, Buffer.from([2]))),
		tagged(0x02, Buffer.from([1])),
		algorithm,
		name,
		validity,
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, extensions),
	);
	const signature = sign('sha256', body, privateKey);
	const whole = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
	};
}

/** One value of the distinguished encoding (X.690, section 8.1). */
function tagged(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const octets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...octets]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return tagged(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
	return tagged(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(milliseconds: number): Buffer {
	const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '');
	return tagged(0x17, Buffer.from(digits.slice(2)));
}
