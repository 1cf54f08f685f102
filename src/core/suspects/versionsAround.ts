import type { VersionCount } from '../../shared/triage';
import { proportionInterval } from '../records/compare/statistics/binomialTest';
import { versionKey } from '../records/query/values/versionKey';
import { containsFix, lineOf } from '../triage/releaseLines';
import type { NoVersionsAround, VersionsAround } from './suspects';

export interface GroupChange {
	/** True if the group occurred before but has become more frequent. */
	readonly isIncrease: boolean;
	/** Versions in which the group was fixed before it regressed, one for each release line. Empty for other groups. */
	readonly fixedIn: readonly string[];
}

interface VersionShare {
	readonly version: string;
	readonly own: number;
	readonly all: number;
}

export function versionsAround(
	all: readonly VersionCount[],
	own: readonly VersionCount[],
	{ isIncrease, fixedIn }: GroupChange,
): VersionsAround | NoVersionsAround {
	const shares = inScope(sharesOf(all, own), fixedIn);
	const first = shares.findIndex((share) => share.own > 0);
	if (first < 0) {
		return 'noVersions';
	}
	const start = isIncrease || first === 0 ? startOfRise(shares) : first;
	if (start === undefined) {
		return isIncrease ? 'noRise' : 'noGoodVersion';
	}
	const versions = shares.map(({ version }) => version);
	return { good: versions.slice(0, start).reverse(), bad: versions.slice(start) };
}

function sharesOf(all: readonly VersionCount[], own: readonly VersionCount[]): readonly VersionShare[] {
	const hasDevices = [...all, ...own].every(({ devices }) => devices !== undefined);
	const countOf = ({ records, devices = 0 }: VersionCount) => (hasDevices ? devices : records);
	const ownCounts = new Map(own.map((count) => [count.version, countOf(count)]));
	return all
		.filter(({ version }) => version !== '')
		.map((count) => ({ version: count.version, own: ownCounts.get(count.version) ?? 0, all: countOf(count) }))
		.toSorted((one, other) => (versionKey(one.version) < versionKey(other.version) ? -1 : 1));
}

/** Returns the versions to compare for a regressed group: the versions of one release line that contain the fix. */
function inScope(shares: readonly VersionShare[], fixedIn: readonly string[]): readonly VersionShare[] {
	const withFix = shares.filter(({ version }) => fixedIn.length === 0 || containsFix(version, fixedIn));
	const regressed = withFix.find(({ own }) => own > 0);
	return fixedIn.length === 0 || !regressed
		? withFix
		: withFix.filter(({ version }) => lineOf(version, fixedIn) === lineOf(regressed.version, fixedIn));
}

/** Returns the index that best separates versions in which the group is rare from versions in which it is frequent. */
function startOfRise(shares: readonly VersionShare[]): number | undefined {
	let best: { readonly start: number; readonly likelihood: number } | undefined;
	for (let start = 1; start < shares.length; start++) {
		const [before, after] = [pooled(shares.slice(0, start)), pooled(shares.slice(start))];
		const likelihood = logLikelihood(before) + logLikelihood(after);
		const isRise = proportionInterval(before.own, before.all).high < proportionInterval(after.own, after.all).low;
		if (isRise && (!best || likelihood > best.likelihood)) {
			best = { start, likelihood };
		}
	}
	return best?.start;
}

type Pooled = Pick<VersionShare, 'own' | 'all'>;

function pooled(shares: readonly VersionShare[]): Pooled {
	return {
		own: shares.reduce((sum, { own }) => sum + own, 0),
		all: shares.reduce((sum, { all }) => sum + all, 0),
	};
}

function logLikelihood({ own, all }: Pooled): number {
	const term = (count: number) => (count <= 0 ? 0 : count * Math.log(count / all));
	return term(own) + term(all - own);
}
