import * as assert from 'node:assert/strict';
import type { Question } from '../../../../src/core/plan/plan';
import { utc } from '../../../../src/core/plan/range';
import { long } from '../../../support/length';
import { Random } from '../../../support/random';
import { type FakeRecord, FakeService } from '../export/support/fakeService';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { SyncWorld } from './support/syncWorld';

const hour = 3600;
const day = 24 * hour;
const days = 8;
const start = Date.parse('2026-11-09T00:00:00Z') / 1000;
const count = 2398;

interface LateRecord extends FakeRecord {
	/** Time when the service starts to return the record. */
	readonly shownAt: number;
}

class LateService extends FakeService {
	override matching(question: Question): FakeRecord[] {
		return super.matching(question).filter((record) => (record as LateRecord).shownAt <= this.time);
	}
}

describe('synced records from a service that caches its responses', () => {
	const folder = useTemporaryFolder();

	async function lostBehindCache(cachedFor: number, asksForCurrent: boolean): Promise<number> {
		const random = new Random(7);
		const records = Array.from({ length: count }, (_, index): LateRecord => {
			const at = start + Math.floor((index * days * day) / count);
			const delay = random.chance(0.1) ? random.below(20 * hour) : 0;
			return { at, error: `e${index}`, os: 'ios', shownAt: at + delay };
		});
		const service = new LateService(records, { zone: utc, cachedFor }, random);
		const world = new SyncWorld(folder.path, (question, consume, signal, onState, fields, isQueued) =>
			service.exportErrors(question, consume, signal, onState, fields, isQueued || !asksForCurrent),
		);
		await world.begin('2026-11-09');
		for (let time = start + hour; time < start + (days + 5) * day; time += 34 * hour) {
			service.time = time;
			world.now = time * 1000;
			await world.update();
		}
		return count - new Set(await world.records()).size;
	}

	it("synced records are complete even if the service's cache never expires", async () => {
		const lost = await lostBehindCache(Number.POSITIVE_INFINITY, true);
		console.log(`      lost: ${lost} of ${count}`);
		assert.equal(lost, 0);
	});

	long("synced records are complete even if the service's cache expires only after a day", async () => {
		assert.equal(await lostBehindCache(day, true), 0);
	});

	long('synced records are incomplete if requests accept cached responses', async () => {
		assert.ok((await lostBehindCache(Number.POSITIVE_INFINITY, false)) > 0);
	});
});
