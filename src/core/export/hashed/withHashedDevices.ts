import { AppError } from '../../common/errors';
import { deviceField, hashedDevices } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import type { ExportBody } from '../../service/exportBody';
import type { ExportErrors } from '../download/exportErrors';
import { DeviceHasher, type DeviceKey, idOfKey } from './deviceHasher';
import { HashedCsv } from './hashedCsv';
import { HashedJson } from './hashedJson';

/**
 * Asks for devices where their hashes are wanted, and hands the answer on with these in their place: whoever reads and
 * writes it sees no ID.
 * @throws AppError `otherDeviceKey` where the question was begun with another key
 */
export function withHashedDevices(ask: ExportErrors, keyOf: () => Promise<DeviceKey>): ExportErrors {
	return async (question, consume, signal, onState, fields) => {
		if (!question.fields.includes(hashedDevices.name)) {
			return ask(question, consume, signal, onState, fields);
		}
		const key = await keyOf();
		if (question.deviceKey !== undefined && question.deviceKey !== idOfKey(key)) {
			throw new AppError({ kind: 'otherDeviceKey' });
		}
		const asked = {
			...question,
			fields: question.fields.map((name) => (name === hashedDevices.name ? deviceField : name)),
		};
		const hashed: typeof consume = (body, signal, redact) =>
			consume(hashedBody(body, question.format, new DeviceHasher(key)), signal, redact);
		return ask(asked, hashed, signal, onState, fields);
	};
}

/** Its length is another one, so that it is seen here whether all came. */
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
