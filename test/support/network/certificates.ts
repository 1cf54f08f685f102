import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Certificate {
	readonly key: string;
	readonly certificate: string;
}

export interface PrivateRoot {
	readonly certificate: string;
	issue(): Certificate;
}

export function makeSelfSigned(): Certificate {
	const pair = newPair();
	return written(pair, { name: 'loopback', issuer: 'loopback', signer: pair.privateKey, authority: true, names: true });
}

export function makePrivateRoot(): PrivateRoot {
	const issuer = 'Private Root';
	const root = newPair();
	const own = { name: issuer, issuer, signer: root.privateKey, authority: true, names: false };
	return {
		certificate: written(root, own).certificate,
		issue: () => written(newPair(), { ...own, name: 'loopback', authority: false, names: true }),
	};
}

type Pair = ReturnType<typeof newPair>;

function newPair() {
	return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

interface Contents {
	readonly name: string;
	readonly issuer: string;
	readonly signer: KeyObject;
	readonly authority: boolean;
	readonly names: boolean;
}

/** Encodes a certificate (RFC 5280, section 4.1). */
function written({ privateKey, publicKey }: Pair, { name, issuer, signer, authority, names }: Contents): Certificate {
	const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
	const extensions = [
		...(names ? [sequence(objectId('551d11'), tagged(0x04, subjectNames))] : []),
		sequence(objectId('551d13'), tagged(0x04, sequence(...(authority ? [tagged(0x01, Buffer.from([0xff]))] : [])))),
	];
	const body = sequence(
		tagged(0xa0, tagged(0x02, Buffer.from([2]))),
		tagged(0x02, Buffer.from([authority ? 1 : 2])),
		algorithm,
		commonName(issuer),
		sequence(utcTime(Date.now() - 3_600_000), utcTime(Date.now() + 3_600_000)),
		commonName(name),
		publicKey.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, sequence(...extensions)),
	);
	const signature = sign('sha256', body, signer);
	const whole = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
	};
}

/** Encodes a value in DER (X.690, section 8.1). */
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

function commonName(text: string): Buffer {
	return sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(text)))));
}

function utcTime(milliseconds: number): Buffer {
	const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '');
	return tagged(0x17, Buffer.from(digits.slice(2)));
}

const subjectNames = sequence(
	...['localhost', 'service.example', 'proxy.example'].map((name) => tagged(0x82, Buffer.from(name))),
	tagged(0x87, Buffer.from([127, 0, 0, 1])),
);
