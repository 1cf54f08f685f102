import { randomInt } from 'node:crypto';
import { Scheduler } from '../../../common/scheduler';
import { getBuild, getBuildColumn } from '../../table/buildColumn';
import type { CachedSnapshot } from '../cachedSnapshot';
import { SharedCache } from '../execution/sharedCache';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyCodes';
import { countsOfSets } from './countSites';
import { getCrashSites } from './crashSites';
import { filesOfRecords, getFiles } from './filesWithSites';
import type {
	CrashSites,
	CrashSitesQuestion,
	FilesOfRecords,
	FilesQuestion,
	FilesWithSites,
	RecordFilesQuestion,
	SiteCount,
	SiteCountsQuestion,
} from './siteAnswers';
import { makeSiteIndex, type SitesOfRecords } from './siteIndex';

/** Upper limit for the first generation, which is random so that two tables rarely have the same generation. */
const maxGeneration = 2 ** 48 - 1;

/** Crash sites of a table. The index of the most recently queried records is cached. */
export class Sites {
	private readonly cache = new SharedCache<SitesOfRecords>(0, ({ index, groups }) => index.bytes + groups.bytes);
	private generation = randomInt(maxGeneration);

	async crashSites(snapshot: CachedSnapshot, question: CrashSitesQuestion, signal: AbortSignal): Promise<CrashSites> {
		return getCrashSites(snapshot, await this.of(snapshot, signal), question, new Scheduler(signal));
	}

	async count(
		snapshot: CachedSnapshot,
		question: SiteCountsQuestion,
		signal: AbortSignal,
	): Promise<readonly SiteCount[] | undefined> {
		const known = this.cache.peek(snapshot.key());
		return known?.generation === question.generation
			? countsOfSets(snapshot, known, question, new Scheduler(signal))
			: undefined;
	}

	async files(snapshot: CachedSnapshot, question: FilesQuestion, signal: AbortSignal): Promise<FilesWithSites> {
		return getFiles(snapshot, await this.of(snapshot, signal), question, new Scheduler(signal));
	}

	async ofRecords(
		snapshot: CachedSnapshot,
		question: RecordFilesQuestion,
		signal: AbortSignal,
	): Promise<FilesOfRecords> {
		return filesOfRecords(snapshot, await this.of(snapshot, signal), question, new Scheduler(signal));
	}

	private of(snapshot: CachedSnapshot, signal: AbortSignal): Promise<SitesOfRecords> {
		return this.cache.get(snapshot.key(), (signal) => this.make(snapshot, signal), signal);
	}

	private async make(snapshot: CachedSnapshot, signal: AbortSignal): Promise<SitesOfRecords> {
		const { versionColumn: column } = snapshot.info;
		const groups = await snapshot.keyCodes({ kind: 'frames' }, signal);
		const versions = column === undefined ? undefined : await snapshot.keyCodes({ kind: 'column', column }, signal);
		const { sites } = groups;
		if (!sites) {
			throw new TypeError('The keys were made without sites');
		}
		const scheduler = new Scheduler(signal);
		const index = await makeSiteIndex(sites, versions, scheduler);
		const recordsOfGroup = new Uint32Array(groups.size);
		await scheduler.forEachBatch(snapshot.records, (from, to) => {
			for (let record = from; record < to; record++) {
				const group = groups.codes[record] ?? 0;
				recordsOfGroup[group] = (recordsOfGroup[group] ?? 0) + 1;
			}
		});
		const builds = await buildsOfVersions(snapshot, versions, scheduler);
		return { index, sites, groups, recordsOfGroup, versions, builds, generation: ++this.generation };
	}
}

const several = 0xffffffff;

async function buildsOfVersions(
	snapshot: CachedSnapshot,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, string>> {
	const column = getBuildColumn(snapshot.allColumns);
	if (column === undefined || !versions) {
		return new Map();
	}
	const builds = await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal);
	const found = new Uint32Array(versions.size);
	await scheduler.forEachBatch(snapshot.records, (from, to) => {
		for (let record = from; record < to; record++) {
			const build = builds.codes[record] ?? 0;
			const version = versions.codes[record] ?? 0;
			if (build !== 0 && found[version] !== build) {
				found[version] = found[version] === 0 ? build : several;
			}
		}
	});
	const known = Array.from(found.keys()).filter((version) => found[version] !== 0 && found[version] !== several);
	const texts = await textsOfCodes(
		snapshot,
		builds.texts,
		known.map((version) => found[version] ?? 0),
		scheduler,
	);
	return new Map(
		known.flatMap((version, index): [number, string][] => {
			const build = version === 0 ? undefined : getBuild(texts[index]);
			return build === undefined ? [] : [[version, build]];
		}),
	);
}
