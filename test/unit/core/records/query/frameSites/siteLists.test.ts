import assert from 'node:assert/strict';
import { SiteLists } from '../../../../../../src/core/records/query/frameSites/siteLists';
import type { RecordSites } from '../../../../../../src/core/records/table/keyPart';
import { Random } from '../../../../../support/random';

describe('lists of crash sites', () => {
	it('returns every crash site list unchanged after thousands of lists were added', () => {
		const random = new Random(3);
		const sites = 5000;
		const numbers = () => Uint32Array.from({ length: sites }, (_, site) => (site === 0 ? 0 : random.below(2 ** 32)));
		const lists = random.times(
			3000,
			() => new Set(random.times(1 + random.below(32), () => 1 + random.below(sites - 1))),
		);
		const ends = [0, 0];
		for (const list of lists) {
			ends.push((ends.at(-1) ?? 0) + list.size);
		}
		const others: RecordSites = {
			codes: new Uint16Array(0),
			ends: Uint32Array.from(ends),
			members: Uint32Array.from(lists.flatMap((list) => [...list])),
			lows: numbers(),
			highs: numbers(),
			fileLows: numbers(),
			fileHighs: numbers(),
		};
		const made = new SiteLists();
		const codes = lists.map((_, index) => made.ofList(others, 2 + index));
		const found = made.finish(new Uint16Array(0));
		const getMembers = (of: RecordSites, list: number) =>
			[...of.members.subarray(of.ends[list - 1], of.ends[list])].map((site) => [
				of.lows[site],
				of.highs[site],
				of.fileLows[site],
				of.fileHighs[site],
			]);
		for (const [index, code] of codes.entries()) {
			assert.deepEqual(getMembers(found, code), getMembers(others, 2 + index));
		}
		assert.equal(found.members.length, others.members.length);
	});
});
