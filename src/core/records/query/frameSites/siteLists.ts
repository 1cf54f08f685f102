import { grown } from '../../../common/growth';
import { CodesOf64Bits, PiecesHash } from '../../../common/hash64';
import { minifiedList, type RecordSites } from '../../table/keyPart';
import { OpenSites, type OwnFramesHash } from './ownFramesHash';

/** Maximum number of sites in all lists together (16 MB). Further lists contain one site each. */
const maxMembers = 4 * 1024 * 1024;

/** Number of sites to convert to codes at once. Converting sites one by one would cause CPU cache misses. */
const maxUncoded = 1024;

const firstList = minifiedList + 1;

export class SiteLists {
	private readonly sites = new CodesOf64Bits();
	private readonly lists = new CodesOf64Bits();
	private fileLows = new Uint32Array(1024);
	private fileHighs = new Uint32Array(1024);
	private ends = new Uint32Array(1024);
	private members = new Uint32Array(4096);
	private filled = 0;
	private readonly uncoded = new Uint32Array(4 * maxUncoded);
	private uncodedCount = 0;
	private readonly hashOfList = new PiecesHash();
	private readonly open = new OpenSites();

	constructor(private readonly most = maxMembers) {}

	ofRead({ sites, isMinified }: OwnFramesHash): number {
		return isMinified ? minifiedList : this.getCode(sites);
	}

	ofList(others: RecordSites, list: number): number {
		if (list < firstList) {
			return list;
		}
		const { ends, members, lows, highs, fileLows, fileHighs } = others;
		const { open } = this;
		open.clear();
		const site = { low: 0, high: 0 };
		const file = { low: 0, high: 0 };
		for (let at = ends[list - 1] ?? 0; at < (ends[list] ?? 0); at++) {
			const code = members[at] ?? 0;
			if (code === 0) {
				open.addNameless();
			} else {
				site.low = lows[code] ?? 0;
				site.high = highs[code] ?? 0;
				file.low = fileLows[code] ?? 0;
				file.high = fileHighs[code] ?? 0;
				open.add(site, file);
			}
		}
		return this.getCode(open);
	}

	finish(codes: RecordSites['codes']): RecordSites {
		this.codeMembers();
		const lists = firstList + this.lists.size;
		const sites = 1 + this.sites.size;
		const { lows, highs } = this.sites.halves;
		const byCode = (halves: Uint32Array) => {
			const all = new Uint32Array(sites);
			all.set(halves, 1);
			return all;
		};
		return {
			codes,
			ends: this.ends.slice(0, lists),
			members: this.members.slice(0, this.filled),
			lows: byCode(lows),
			highs: byCode(highs),
			fileLows: this.fileLows.slice(0, sites),
			fileHighs: this.fileHighs.slice(0, sites),
		};
	}

	private getCode({ numbers, count }: OpenSites): number {
		const { hashOfList: hash } = this;
		const wanted = this.filled + count > this.most ? Math.min(1, count) : count;
		if (wanted === 0 || (wanted === 1 && numbers[0] === 0 && numbers[1] === 0)) {
			return 0;
		}
		hash.begin();
		for (let at = 0; at < 4 * wanted; at += 4) {
			hash.addNumber(numbers[at] ?? 0);
			hash.addNumber(numbers[at + 1] ?? 0);
		}
		hash.end();
		const before = this.lists.size;
		const list = firstList + this.lists.add(hash.low, hash.high);
		if (this.lists.size > before) {
			this.keep(list, numbers, wanted);
		}
		return list;
	}

	private keep(list: number, numbers: Uint32Array, sites: number): void {
		if (list >= this.ends.length) {
			this.ends = grown(this.ends, 2 * list, (length) => new Uint32Array(length));
		}
		if (this.uncodedCount + sites > maxUncoded) {
			this.codeMembers();
		}
		const { uncoded } = this;
		const start = 4 * this.uncodedCount;
		for (let at = 0; at < 4 * sites; at++) {
			uncoded[start + at] = numbers[at] ?? 0;
		}
		this.uncodedCount += sites;
		this.filled += sites;
		this.ends[list] = this.filled;
	}

	private codeMembers(): void {
		if (this.filled > this.members.length) {
			this.members = grown(this.members, 2 * this.filled, (length) => new Uint32Array(length));
		}
		const start = this.filled - this.uncodedCount;
		for (let place = 0; place < this.uncodedCount; place++) {
			this.members[start + place] = this.siteAt(4 * place);
		}
		this.uncodedCount = 0;
	}

	private siteAt(at: number): number {
		const { uncoded: numbers } = this;
		const low = numbers[at] ?? 0;
		const high = numbers[at + 1] ?? 0;
		if (low === 0 && high === 0) {
			return 0;
		}
		const site = 1 + this.sites.add(low, high);
		if (site >= this.fileLows.length) {
			this.fileLows = grown(this.fileLows, 2 * site, (length) => new Uint32Array(length));
			this.fileHighs = grown(this.fileHighs, 2 * site, (length) => new Uint32Array(length));
		}
		this.fileLows[site] = numbers[at + 2] ?? 0;
		this.fileHighs[site] = numbers[at + 3] ?? 0;
		return site;
	}
}
