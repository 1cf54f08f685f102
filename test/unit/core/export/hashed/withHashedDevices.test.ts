import assert from 'node:assert/strict';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { idOfKey } from '../../../../../src/core/export/hashed/deviceHasher';
import { withHashedDevices } from '../../../../../src/core/export/hashed/withHashedDevices';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Question } from '../../../../../src/core/plan/plan';
import { getBody, neverAborted } from '../support/bodies';
import { getQuestion } from '../support/plans';
import { assertProblem } from '../support/problems';

const key = { secret: 'here' };

describe('exports with hashed device IDs', () => {
	const asked: Question[] = [];
	let read: string;
	const service: ExportErrors = async (question, consume, signal) => {
		asked.push(question);
		const body = { ...getBody(['error,analytics_device_id\n', 'a,12345678901234567\n']), totalBytes: 500 };
		await consume(question.limit === 1 ? body : { ...body, totalBytes: undefined }, signal);
		return { rows: 1, bytes: 0 };
	};
	const ask = (question: Question) =>
		withHashedDevices(service, async () => key)(
			question,
			async (body) => {
				for await (const chunk of body.chunks) {
					read += Buffer.from(chunk).toString();
				}
				return { kind: 'whole', value: { rows: 1, bytes: 0 } };
			},
			neverAborted,
			() => {},
			new FieldTable(),
			false,
		);
	const hashed = { fields: ['error', 'hashed_device_id'] };

	beforeEach(() => {
		asked.length = 0;
		read = '';
	});

	it('requests device IDs from the service and stores only their hashes', async () => {
		await ask(getQuestion({ ...hashed, deviceKey: idOfKey(key) }));
		assert.deepEqual(asked[0]?.fields, ['error', 'analytics_device_id']);
		assert.match(read, /^error,hashed_device_id\na,[0-9a-f]{16}\n$/);
	});

	it('sends no request if the export was started with a different hashing key', async () => {
		await assertProblem(ask(getQuestion({ ...hashed, deviceKey: idOfKey({ secret: 'elsewhere' }) })), {
			kind: 'otherDeviceKey',
		});
		assert.deepEqual(asked, []);
	});

	it('detects a truncated response body while device IDs are hashed', async () => {
		await assertProblem(ask(getQuestion({ ...hashed, limit: 1 })), {
			kind: 'brokenBody',
			fault: 'shorterThanAnnounced',
		});
	});

	it('does not hash device IDs if the export requests the original IDs', async () => {
		await ask(getQuestion({ fields: ['error', 'analytics_device_id'] }));
		assert.match(read, /12345678901234567/);
	});
});
