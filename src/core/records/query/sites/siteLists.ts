import { grown } from '../../../common/growth';
import { CodesOf64Bits, type Hash, PiecesHash } from '../../../common/hash64';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import { needsMapping } from '../../../stack/mapping/traceNeeds';
import type { Frame } from '../../../stack/trace/model';
import { minifiedList, type RecordSites } from '../../table/keyPart';
import { SiteHash } from './siteHash';

/** Sites of one trace. */
const maxSites = 32;
/** Frames of one's own code that are looked at in one trace: more are a recursion without end. */
const maxFrames = 4096;
/** Sites of all lists together (16 MB). Lists that come then have no more than their first. */
const maxMembers = 4 * 1024 * 1024;

/** Lists 0 and `minifiedList` are there from the beginning. */
const firstList = minifiedList + 1;

interface SiteHashes {
	readonly site: Hash;
	readonly file: Hash;
}

/** Gives lists of sites their codes, equal ones the same. */
export class SiteLists {
	private readonly sites = new CodesOf64Bits();
	private readonly lists = new CodesOf64Bits();
	private fileLows = new Uint32Array(1024);
	private fileHighs = new Uint32Array(1024);
	private ends = new Uint32Array(1024);
	private members = new Uint32Array(4096);
	private filled = 0;
	private readonly hash = new SiteHash();
	private readonly hashOfList = new PiecesHash();
	/** The list that is being made: hashes of its sites and their files, four numbers each. */
	private readonly open = new Uint32Array(4 * maxSites);
	private sitesOfOpen = 0;
	/** By the `link` of a frame: traces that mappings deobfuscated have most of them in common, as the same objects. */
	private readonly known = new WeakMap<object, SiteHashes>();

	/** @param most Sites of all lists together. */
	constructor(private readonly most = maxMembers) {}

	/** @param isDeobfuscated Whether mappings gave the trace its names. */
	ofTrace(frames: OwnFrames, isDeobfuscated: boolean): number {
		const { hash } = this;
		this.sitesOfOpen = 0;
		for (let index = 0; index < maxFrames && this.sitesOfOpen < maxSites; index++) {
			const frame = frames.at(index);
			if (!frame) {
				break;
			}
			if (!isDeobfuscated && needsMapping(frame, frames.trace)) {
				return minifiedList;
			}
			const known = isDeobfuscated ? this.hashesOf(frame) : hash.of(frame) ? hash : undefined;
			if (known) {
				this.add(known.site, known.file);
			} else if (index === 0) {
				this.addNameless();
			}
		}
		return this.close();
	}

	/** Undefined where it names no file. */
	private hashesOf(frame: Frame): SiteHashes | undefined {
		const { link } = frame;
		const known = link && this.known.get(link);
		if (known) {
			return known;
		}
		if (!this.hash.of(frame)) {
			return undefined;
		}
		const { site, file } = this.hash;
		const hashes = { site: { low: site.low, high: site.high }, file: { low: file.low, high: file.high } };
		if (link) {
			this.known.set(link, hashes);
		}
		return hashes;
	}

	/** The code of a list of others. */
	ofList(others: RecordSites, list: number): number {
		if (list < firstList) {
			return list;
		}
		const { ends, members, lows, highs, fileLows, fileHighs } = others;
		this.sitesOfOpen = 0;
		const site = { low: 0, high: 0 };
		const file = { low: 0, high: 0 };
		for (let at = ends[list - 1] ?? 0; at < (ends[list] ?? 0); at++) {
			const code = members[at] ?? 0;
			if (code === 0) {
				this.addNameless();
			} else {
				site.low = lows[code] ?? 0;
				site.high = highs[code] ?? 0;
				file.low = fileLows[code] ?? 0;
				file.high = fileHighs[code] ?? 0;
				this.add(site, file);
			}
		}
		return this.close();
	}

	/** @param codes By record. */
	finish(codes: RecordSites['codes']): RecordSites {
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

	/** The first frame of one's own code names no file. */
	private addNameless(): void {
		this.open.fill(0, 0, 4);
		this.sitesOfOpen = 1;
	}

	private add(site: Hash, file: Hash): void {
		const { open, sitesOfOpen } = this;
		for (let at = 0; at < 4 * sitesOfOpen; at += 4) {
			if (open[at] === site.low && open[at + 1] === site.high) {
				return;
			}
		}
		const at = 4 * sitesOfOpen;
		open[at] = site.low;
		open[at + 1] = site.high;
		open[at + 2] = file.low;
		open[at + 3] = file.high;
		this.sitesOfOpen++;
	}

	private close(): number {
		const { open, hashOfList: hash } = this;
		const wanted = this.filled + this.sitesOfOpen > this.most ? Math.min(1, this.sitesOfOpen) : this.sitesOfOpen;
		if (wanted === 0 || (wanted === 1 && open[0] === 0 && open[1] === 0)) {
			return 0;
		}
		hash.begin();
		for (let at = 0; at < 4 * wanted; at += 4) {
			hash.addNumber(open[at] ?? 0);
			hash.addNumber(open[at + 1] ?? 0);
		}
		hash.end();
		const before = this.lists.size;
		const list = firstList + this.lists.add(hash.low, hash.high);
		if (this.lists.size > before) {
			this.keep(list, wanted);
		}
		return list;
	}

	private keep(list: number, sites: number): void {
		if (list >= this.ends.length) {
			this.ends = grown(this.ends, 2 * list, (length) => new Uint32Array(length));
		}
		if (this.filled + sites > this.members.length) {
			this.members = grown(this.members, 2 * (this.filled + sites), (length) => new Uint32Array(length));
		}
		for (let place = 0; place < sites; place++) {
			this.members[this.filled++] = this.siteAt(4 * place);
		}
		this.ends[list] = this.filled;
	}

	/** @param at In the open list. */
	private siteAt(at: number): number {
		const { open } = this;
		const low = open[at] ?? 0;
		const high = open[at + 1] ?? 0;
		if (low === 0 && high === 0) {
			return 0;
		}
		const site = 1 + this.sites.add(low, high);
		if (site >= this.fileLows.length) {
			this.fileLows = grown(this.fileLows, 2 * site, (length) => new Uint32Array(length));
			this.fileHighs = grown(this.fileHighs, 2 * site, (length) => new Uint32Array(length));
		}
		this.fileLows[site] = open[at + 2] ?? 0;
		this.fileHighs[site] = open[at + 3] ?? 0;
		return site;
	}
}
