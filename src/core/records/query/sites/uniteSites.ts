import type { Pace } from '../../../common/pace';
import type { RecordSites } from '../../table/keyPart';
import { NarrowCodes } from '../work/narrowCodes';
import { SiteLists } from './siteLists';

/** Sites of some of the records. */
interface SitePiece {
	/** Number of the first of them. */
	readonly first: number;
	readonly records: number;
	readonly sites: RecordSites;
}

/** One table of the sites that the records have. */
export async function uniteSites(pieces: readonly SitePiece[], records: number, pace: Pace): Promise<RecordSites> {
	const lists = new SiteLists();
	const codes = new NarrowCodes(records);
	/** By the ends of lists, which pieces may have in common: their codes here. */
	const known = new Map<Uint32Array, Uint32Array>();
	for (const { first, records, sites } of pieces) {
		const codesHere = known.get(sites.ends) ?? new Uint32Array(sites.ends.length);
		known.set(sites.ends, codesHere);
		await pace.walk(records, (from, to) => {
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

/** The same sites with no others but those of the records. */
export function sitesOfPart(sites: RecordSites, pace: Pace): Promise<RecordSites> {
	return uniteSites([{ first: 0, records: sites.codes.length, sites }], sites.codes.length, pace);
}

/** The sites of records that come one behind the other, out of those of more. */
export function sitesFrom({ codes, ...sites }: RecordSites, from: number, records: number): RecordSites {
	return { ...sites, codes: codes.subarray(from, from + records) };
}

export function bytesOfSites({ codes, ends, members, lows }: RecordSites): number {
	return codes.byteLength + ends.byteLength + members.byteLength + 4 * lows.byteLength;
}

/** Of records whose traces nobody read. */
export function noSites(): RecordSites {
	return new SiteLists().finish(new Uint8Array(0));
}
