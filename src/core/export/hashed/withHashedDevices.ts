import { AppError } from '../../common/errors';
import { deviceField, hashedDevices } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import type { ExportBody } from '../../service/exportBody';
import type { ExportErrors } from '../download/exportErrors';
import { DeviceHasher, type DeviceKey, idOfKey } from './deviceHasher';
import { HashedCsv } from './hashedCsv';
import { HashedJson } from './hashedJson';

/**
 * Hashes the device IDs in responses before any consumer receives them. The returned function throws `otherDeviceKey`
 * if the request specifies a key other than the current one.
 */
export function withHashedDevices(ask: ExportErrors, getKey: () => Promise<DeviceKey>): ExportErrors {
	return async (question, consume, signal, onState, ...rest) => {
		if (!question.fields.includes(hashedDevices.name)) {
			return ask(question, consume, signal, onState, ...rest);
		}
		const key = await getKey();
		if (question.deviceKey !== undefined && question.deviceKey !== idOfKey(key)) {
			throw new AppError({ kind: 'otherDeviceKey' });
		}
		const asked = {
			...question,
			fields: question.fields.map((name) => (name === hashedDevices.name ? deviceField : name)),
		};
		const hashed: typeof consume = (body, signal, redact) =>
			consume(hashedBody(body, question.format, new DeviceHasher(key)), signal, redact);
		return ask(asked, hashed, signal, onState, ...rest);
	};
}

/** Returns a body with hashed device IDs. Hashing changes the length, so the announced length is checked here. */
function hashedBody(body: ExportBody, format: Format, hasher: DeviceHasher): ExportBody {
	const text = format === 'csv' ? new HashedCsv(hasher) : new HashedJson(hasher);
	async function* chunks() {
		let bytes = 0;
		for await (const chunk of body.chunks) {
			bytes += chunk.length;
			yield* text.push(chunk);
		}
		if (body.totalBytes !== undefined && bytes < body.totalBytes) {
			throw new AppError({ kind: 'brokenBody', fault: 'shorterThanAnnounced' });
		}
		yield* text.end();
	}
	return { ...body, chunks: chunks(), totalBytes: undefined };
}
