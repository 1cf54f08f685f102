import type { Pace } from '../../../common/pace';
import { SiteHash } from '../sites/siteHash';
import type { Snapshot } from '../work/snapshot';
import type { CrashSite, CrashSites, CrashSitesQuestion, SiteVersion } from './siteAnswers';
import { isFirstOf, itemsOf, type SiteIndex, type SitesOfRecords } from './siteIndex';
import { questionsOf } from './siteQuestions';
import { versionNames } from './versionNames';

/** A person looks at no more, and no more crosses the border at once. */
const maxSites = 2000;
const maxVersions = 64;
/** Of all sites that are told. */
const maxAllVersions = 16_000;

/** The sites in some files. */
export async function crashSitesOf(
	snapshot: Snapshot,
	{ index, sites: read, versions, builds, generation }: SitesOfRecords,
	{ names, most: mostSites = maxSites }: CrashSitesQuestion,
	pace: Pace,
): Promise<CrashSites> {
	const counted = await countedSites(index, names, pace);
	const told = counted.slice(0, Math.min(mostSites, maxSites));
	const questions = await questionsOf(
		snapshot,
		index,
		read,
		told.map(({ site }) => site),
		pace,
	);
	const most = Math.min(maxVersions, Math.floor(maxAllVersions / Math.max(1, told.length)));
	const codes = await versionsOfSites(index, told, most, pace);
	const nameOf = await versionNames(
		snapshot,
		versions,
		codes.flat().map(({ code }) => code),
		pace,
	);
	const sites = told.flatMap(({ site }, place): CrashSite[] => {
		const question = questions[place];
		return question
			? [
					{
						id: site,
						question,
						versions: (codes[place] ?? []).map((version) => {
							const build = builds.get(version.code);
							return { ...version, name: nameOf.get(version.code) ?? '', ...(build !== undefined && { build }) };
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

/** Those with most records first. */
async function countedSites(index: SiteIndex, names: readonly string[], pace: Pace): Promise<CountedSite[]> {
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
		for (const site of itemsOf(sitesOfFile, file)) {
			let records = 0;
			for (const list of itemsOf(listsOfSite, site)) {
				for (let pair = pairs.starts[list] ?? 0; pair < (pairs.starts[list + 1] ?? 0); pair++) {
					records += pairs.records[pair] ?? 0;
				}
			}
			counted.push({ site, records });
			if (pace.due) {
				await pace.rest();
			}
		}
	}
	return counted.sort((a, b) => b.records - a.records || a.site - b.site);
}

type CountedVersion = Omit<SiteVersion, 'name' | 'build'>;

async function versionsOfSites(
	{ sites, pairs, listsOfSite }: SiteIndex,
	told: readonly CountedSite[],
	most: number,
	pace: Pace,
): Promise<CountedVersion[][]> {
	const found: CountedVersion[][] = [];
	for (const { site } of told) {
		const byCode = new Map<number, { records: number; threw: number }>();
		for (const list of itemsOf(listsOfSite, site)) {
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
		if (pace.due) {
			await pace.rest();
		}
	}
	return found;
}
