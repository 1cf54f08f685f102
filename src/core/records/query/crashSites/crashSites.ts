import type { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../execution/snapshot';
import { SiteHash } from '../frameSites/siteHash';
import { versionNames } from '../keys/keyCodes';
import type { CrashSite, CrashSites, CrashSitesQuestion, SiteVersion } from './siteAnswers';
import { getItems, isFirstOf, type SiteIndex, type SitesOfRecords } from './siteIndex';
import { getQuestions } from './siteQuestions';

/** Maximum number of crash sites. This limits the size of the message to the extension host. */
const maxSites = 2000;
const maxVersions = 64;
const maxAllVersions = 16_000;

export async function getCrashSites(
	snapshot: Snapshot,
	{ index, sites: read, versions, builds, generation }: SitesOfRecords,
	{ names, most: mostSites = maxSites }: CrashSitesQuestion,
	scheduler: Scheduler,
): Promise<CrashSites> {
	const counted = await countedSites(index, names, scheduler);
	const top = counted.slice(0, Math.min(mostSites, maxSites));
	const questions = await getQuestions(
		snapshot,
		index,
		read,
		top.map(({ site }) => site),
		scheduler,
	);
	const most = Math.min(maxVersions, Math.floor(maxAllVersions / Math.max(1, top.length)));
	const codes = await versionsOfSites(index, top, most, scheduler);
	const nameByVersion = await versionNames(
		snapshot,
		versions,
		codes.flat().map(({ code }) => code),
		scheduler,
	);
	const sites = top.flatMap(({ site }, place): CrashSite[] => {
		const question = questions[place];
		return question
			? [
					{
						id: site,
						question,
						versions: (codes[place] ?? []).map((version) => {
							const build = builds.get(version.code);
							return { ...version, name: nameByVersion.get(version.code) ?? '', ...(build !== undefined && { build }) };
						}),
					},
				]
			: [];
	});
	return { sites, left: counted.length - sites.length, generation, minified: index.minified };
}

interface CountedSite {
	readonly site: number;
	readonly records: number;
}

async function countedSites(index: SiteIndex, names: readonly string[], scheduler: Scheduler): Promise<CountedSite[]> {
	const hash = new SiteHash();
	const files = new Set<number>();
	for (const name of names) {
		const file = index.fileOf(hash.ofFile(name));
		if (file !== undefined) {
			files.add(file);
		}
	}
	const counted: CountedSite[] = [];
	const { sitesOfFile, listsOfSite, pairs } = index;
	for (const file of files) {
		for (const site of getItems(sitesOfFile, file)) {
			let records = 0;
			for (const list of getItems(listsOfSite, site)) {
				for (let pair = pairs.starts[list] ?? 0; pair < (pairs.starts[list + 1] ?? 0); pair++) {
					records += pairs.records[pair] ?? 0;
				}
			}
			counted.push({ site, records });
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return counted.sort((a, b) => b.records - a.records || a.site - b.site);
}

type CountedVersion = Omit<SiteVersion, 'name' | 'build'>;

async function versionsOfSites(
	{ sites, pairs, listsOfSite }: SiteIndex,
	top: readonly CountedSite[],
	most: number,
	scheduler: Scheduler,
): Promise<CountedVersion[][]> {
	const found: CountedVersion[][] = [];
	for (const { site } of top) {
		const byCode = new Map<number, { records: number; threw: number }>();
		for (const list of getItems(listsOfSite, site)) {
			const isFirst = isFirstOf(sites, site, list);
			for (let pair = pairs.starts[list] ?? 0; pair < (pairs.starts[list + 1] ?? 0); pair++) {
				const code = pairs.versions[pair] ?? 0;
				const version = byCode.get(code) ?? { records: 0, threw: 0 };
				byCode.set(code, version);
				version.records += pairs.records[pair] ?? 0;
				version.threw += isFirst ? (pairs.records[pair] ?? 0) : 0;
			}
		}
		const counted = Array.from(byCode, ([code, counts]) => ({ code, ...counts }));
		found.push(counted.sort((a, b) => b.records - a.records || a.code - b.code).slice(0, most));
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return found;
}
