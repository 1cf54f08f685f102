import type { Scheduler } from '../../../common/scheduler';
import type { RecordSites } from '../../table/keyPart';
import { NarrowCodes } from '../execution/narrowCodes';
import { SiteLists } from './siteLists';

interface SitePiece {
	readonly first: number;
	readonly records: number;
	readonly sites: RecordSites;
}

export async function uniteSites(
	pieces: readonly SitePiece[],
	records: number,
	scheduler: Scheduler,
): Promise<RecordSites> {
	const lists = new SiteLists();
	const codes = new NarrowCodes(records);
	/** The merged codes for each `ends` array. Several ranges can have the same array. */
	const known = new Map<Uint32Array, Uint32Array>();
	for (const { first, records, sites } of pieces) {
		const codesHere = known.get(sites.ends) ?? new Uint32Array(sites.ends.length);
		known.set(sites.ends, codesHere);
		await scheduler.forEachBatch(records, (from, to) => {
			for (let record = from; record < to; record++) {
				const list = sites.codes[record] ?? 0;
				if (list !== 0) {
					let here = codesHere[list] ?? 0;
					if (here === 0) {
						here = lists.ofList(sites, list);
						codesHere[list] = here;
					}
					codes.set(first + record, here);
				}
			}
		});
	}
	return lists.finish(codes.values);
}

export function sitesOfPart(sites: RecordSites, scheduler: Scheduler): Promise<RecordSites> {
	return uniteSites([{ first: 0, records: sites.codes.length, sites }], sites.codes.length, scheduler);
}

export function sitesFrom({ codes, ...sites }: RecordSites, from: number, records: number): RecordSites {
	return { ...sites, codes: codes.subarray(from, from + records) };
}

export function bytesOfSites({ codes, ends, members, lows }: RecordSites): number {
	return codes.byteLength + ends.byteLength + members.byteLength + 4 * lows.byteLength;
}

export function noSites(): RecordSites {
	return new SiteLists().finish(new Uint8Array(0));
}
