import type { ComparedGroup, ComparisonPage, Forbidden, ReasonFact, VerdictKind } from '../../shared/comparison';
import { describeCaveat } from '../../wording/comparisonMessages';
import { type ExitCode, exitCodes } from '../options/exitCodes';
import type { OptionSpec, ParsedOptions } from '../options/options';
import { didYouMean } from '../options/suggest';
import { UsageError } from '../options/usageError';

const kinds = ['new', 'increased', 'decreased', 'gone'] as const satisfies readonly VerdictKind[];
type GateKind = (typeof kinds)[number];

const regressed = 'regressed';

export const gateWords = `${kinds.join(', ')}, ${regressed}, or devices>N for new or increased errors on more than N devices`;

export const allowUnjudged = {
	'allow-unjudged': {
		type: 'boolean',
		meaning: 'with --fail-on: exit with code 0 instead of 6 if the conditions could not be judged',
	},
} as const satisfies Readonly<Record<string, OptionSpec>>;

export function getGateExitCode(
	given: ParsedOptions,
	{ met, unjudged }: Pick<JudgedGates, 'met' | 'unjudged'>,
): ExitCode {
	if (met.length > 0) {
		return exitCodes.gate;
	}
	return unjudged.length === 0 || given.has('allow-unjudged') ? exitCodes.done : exitCodes.unjudged;
}

export const rises: readonly VerdictKind[] = ['new', 'increased'];

const forbiddenBy: Readonly<Record<GateKind, Forbidden>> = {
	new: 'increases',
	increased: 'increases',
	decreased: 'decreases',
	gone: 'decreases',
};

interface Gates {
	readonly kinds: readonly GateKind[];
	readonly regressed: boolean;
	readonly moreDevicesThan: number | undefined;
}

/**
 * Parses the conditions of `--fail-on`.
 * @throws UsageError if a list is empty or contains an unknown condition
 */
export function readGates(lists: readonly string[]): Gates {
	const found: GateKind[] = [];
	let moreDevicesThan: number | undefined;
	let hasRegressed = false;
	for (const typed of lists.flatMap(conditionsIn)) {
		const kind = kinds.find((known) => known === typed);
		const devices = /^devices *> *(\d{1,9})$/.exec(typed);
		if (kind) {
			found.push(...(found.includes(kind) ? [] : [kind]));
		} else if (typed === regressed) {
			hasRegressed = true;
		} else if (devices) {
			moreDevicesThan = Math.min(Number(devices[1]), moreDevicesThan ?? Number.POSITIVE_INFINITY);
		} else {
			throw new UsageError(
				`--fail-on must be a comma-separated list of ${gateWords}.${didYouMean(typed, [...kinds, regressed])}`,
			);
		}
	}
	return { kinds: found, regressed: hasRegressed, moreDevicesThan };
}

function conditionsIn(list: string): readonly string[] {
	const conditions = list.split(',').map((one) => one.trim());
	const filled = conditions.filter((one) => one !== '');
	return filled.length === 0 ? [''] : filled;
}

interface JudgedGates {
	readonly met: readonly string[];
	readonly unjudged: readonly string[];
	readonly reasons: readonly string[];
}

export function judgeGates(
	{ kinds, moreDevicesThan }: Pick<Gates, 'kinds' | 'moreDevicesThan'>,
	{ groups, reasons, by }: Pick<ComparisonPage, 'groups' | 'reasons' | 'by'>,
	largest: ComparedGroup | undefined,
): JudgedGates {
	const devices = moreDevicesThan === undefined ? undefined : `devices>${moreDevicesThan}`;
	const isMet = by === 'devices' && largest !== undefined && largest.counted.after > (moreDevicesThan ?? 0);
	const met: string[] = kinds.filter((kind) => groups[kind] > 0);
	const forbidding = reasons.filter(({ forbids }) => forbids !== 'none');
	const isForbidden = (direction: Forbidden) =>
		forbidding.some(({ forbids }) => forbids === 'all' || forbids === direction) ||
		(forbidding.length === 0 && groups.inconclusive > 0);
	const unjudged: string[] = kinds.filter((kind) => isForbidden(forbiddenBy[kind]));
	// If the comparison counts records, device counts are unknown.
	const isUncounted = by === 'records' && largest !== undefined;
	if (devices !== undefined && isMet) {
		met.push(devices);
	} else if (devices !== undefined && (isUncounted || isForbidden('increases'))) {
		unjudged.push(devices);
	}
	const open = unjudged.filter((gate) => !met.includes(gate));
	const directions = new Set<Forbidden>([
		'all',
		...kinds.map((kind) => forbiddenBy[kind]),
		...(devices === undefined ? [] : (['increases'] as const)),
	]);
	return {
		met,
		unjudged: open,
		reasons:
			open.length === 0
				? []
				: [
						...forbidding.filter(({ forbids }) => directions.has(forbids)).map((reason) => describeCaveat(reason)),
						...(isUncounted && devices !== undefined ? ['The records have no device IDs on both sides.'] : []),
						...(forbidding.length === 0 && groups.inconclusive > 0 ? ['Some groups are inconclusive.'] : []),
					],
	};
}

const missingRecords: readonly ReasonFact['kind'][] = ['cut', 'unproven', 'timeMissing'];

/** Evaluates the condition `regressed`. If records after the fix may be missing, the result is unknown. */
export function judgeRegressions(
	judged: JudgedGates,
	regressions: number | undefined,
	{ reasons }: Pick<ComparisonPage, 'reasons'>,
): JudgedGates {
	if (regressions === undefined) {
		return judged;
	}
	if (regressions > 0) {
		return { ...judged, met: [...judged.met, regressed] };
	}
	const missing = reasons.filter(
		(reason) => missingRecords.includes(reason.kind) && 'side' in reason && reason.side === 'after',
	);
	return missing.length === 0
		? judged
		: {
				...judged,
				unjudged: [...judged.unjudged, regressed],
				reasons: [...new Set([...judged.reasons, ...missing.map((reason) => describeCaveat(reason))])],
			};
}
