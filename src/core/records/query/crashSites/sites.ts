import { randomInt } from 'node:crypto';
import { Pace } from '../../../common/pace';
import type { Prepared } from '../prepared';
import { SharedCache } from '../work/sharedCache';
import type { Snapshot } from '../work/snapshot';
import { buildsOfVersions } from './buildsOfVersions';
import { countsOfSets } from './countSites';
import { crashSitesOf } from './crashSites';
import { filesOfRecords } from './filesOfRecords';
import { filesOf } from './filesWithSites';
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

/** Numbers of generations of different tables are hardly ever the same. */
const maxGeneration = 2 ** 48 - 1;

/** The sites of one table's records; what is made of the latest records that were asked about is kept. */
export class Sites {
	private readonly kept = new SharedCache<SitesOfRecords>(0, ({ index, groups }) => index.bytes + groups.bytes);
	private generation = randomInt(maxGeneration);

	constructor(private readonly prepared: Prepared) {}

	async crashSites(snapshot: Snapshot, question: CrashSitesQuestion, signal: AbortSignal): Promise<CrashSites> {
		return crashSitesOf(snapshot, await this.of(snapshot, signal), question, new Pace(signal));
	}

	/** Undefined where the question is of another generation. */
	async count(
		snapshot: Snapshot,
		question: SiteCountsQuestion,
		signal: AbortSignal,
	): Promise<readonly SiteCount[] | undefined> {
		const known = this.kept.peek(snapshot.key());
		return known?.generation === question.generation
			? countsOfSets(this.prepared, snapshot, known, question, new Pace(signal))
			: undefined;
	}

	async files(snapshot: Snapshot, question: FilesQuestion, signal: AbortSignal): Promise<FilesWithSites> {
		return filesOf(this.prepared, snapshot, await this.of(snapshot, signal), question, new Pace(signal));
	}

	async ofRecords(snapshot: Snapshot, question: RecordFilesQuestion, signal: AbortSignal): Promise<FilesOfRecords> {
		return filesOfRecords(this.prepared, snapshot, await this.of(snapshot, signal), question, new Pace(signal));
	}

	private of(snapshot: Snapshot, signal: AbortSignal): Promise<SitesOfRecords> {
		return this.kept.get(snapshot.key(), (signal) => this.make(snapshot, signal), signal);
	}

	private async make(snapshot: Snapshot, signal: AbortSignal): Promise<SitesOfRecords> {
		const { versionColumn: column } = snapshot.info;
		const groups = await this.prepared.keyCodes(snapshot, { kind: 'frames' }, signal);
		const versions =
			column === undefined ? undefined : await this.prepared.keyCodes(snapshot, { kind: 'column', column }, signal);
		const { sites } = groups;
		if (!sites) {
			throw new TypeError('The keys were made without sites');
		}
		const pace = new Pace(signal);
		const index = await makeSiteIndex(sites, versions, pace);
		const recordsOfGroup = new Uint32Array(groups.size);
		await pace.walk(snapshot.records, (from, to) => {
			for (let record = from; record < to; record++) {
				const group = groups.codes[record] ?? 0;
				recordsOfGroup[group] = (recordsOfGroup[group] ?? 0) + 1;
			}
		});
		const builds = await buildsOfVersions(this.prepared, snapshot, versions, pace);
		return { index, sites, groups, recordsOfGroup, versions, builds, generation: ++this.generation };
	}
}
