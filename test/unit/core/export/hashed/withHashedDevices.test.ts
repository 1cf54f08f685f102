import assert from 'node:assert/strict';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { idOfKey } from '../../../../../src/core/export/hashed/deviceHasher';
import { withHashedDevices } from '../../../../../src/core/export/hashed/withHashedDevices';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Question } from '../../../../../src/core/plan/plan';
import { bodyOf, neverAborted } from '../support/bodies';
import { questionOf } from '../support/plans';
import { assertProblem } from '../support/problems';

const key = { secret: 'here' };

describe('A question with hashed devices', () => {
	const asked: Question[] = [];
	let read: string;
	const service: ExportErrors = async (question, consume, signal) => {
		asked.push(question);
		const body = { ...bodyOf(['error,analytics_device_id\n', 'a,12345678901234567\n']), totalBytes: 500 };
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
		);
	const hashed = { fields: ['error', 'hashed_device_id'] };

	beforeEach(() => {
		asked.length = 0;
		read = '';
	});

	it('asks for the IDs, and gives their hashes', async () => {
		await ask(questionOf({ ...hashed, deviceKey: idOfKey(key) }));
		assert.deepEqual(asked[0]?.fields, ['error', 'analytics_device_id']);
		assert.match(read, /^error,hashed_device_id\na,[0-9a-f]{16}\n$/);
	});

	it('is not asked where it was begun with another key', async () => {
		await assertProblem(ask(questionOf({ ...hashed, deviceKey: idOfKey({ secret: 'elsewhere' }) })), {
			kind: 'otherDeviceKey',
		});
		assert.deepEqual(asked, []);
	});

	it('finds out that less came than was announced', async () => {
		await assertProblem(ask(questionOf({ ...hashed, limit: 1 })), {
			kind: 'brokenBody',
			fault: 'shorterThanAnnounced',
		});
	});

	it('is nothing to one without them', async () => {
		await ask(questionOf({ fields: ['error', 'analytics_device_id'] }));
		assert.match(read, /12345678901234567/);
	});
});
