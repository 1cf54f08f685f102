import type { Scheduler } from '../../../common/scheduler';
import type { RecordSites } from '../../table/keyPart';
import { uniteCodes } from '../execution/uniteCodes';
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
	const ranges = pieces.map(({ sites, ...piece }) => ({
		...piece,
		codes: sites.codes,
		size: sites.ends.length,
		// `of` identifies the lists, which several ranges can share.
		of: sites.ends,
		merge: (list: number) => lists.ofList(sites, list),
	}));
	return lists.finish((await uniteCodes(ranges, records, scheduler)).codes);
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
