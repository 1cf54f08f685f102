import type { Frame } from '../trace/model';
import type { Candidates } from './candidates';
import type { FrameEvidence, FrameTarget, Located } from './frameTarget';
import type { Judged } from './judge';
import { agreement, ranked } from './rank';

const maxOffered = 12;

export function getChoice(
	possible: readonly Judged[],
	{ by, frame, only }: { readonly by: Candidates['by']; readonly frame: Frame; readonly only: boolean },
): Located {
	const offered = ranked(possible, by).slice(0, maxOffered);
	return { kind: 'several', targets: offered.map((judged) => resolveTarget(judged, frame, only)) };
}

export function resolveTarget(judged: Judged, frame: Frame, only: boolean): FrameTarget {
	const { placed } = judged;
	const { kind } = placed.lineMapping;
	const retainsColumn = kind === 'asReported' || kind === 'gone' || kind === 'unproven';
	const found = getEvidence(judged, only);
	const { uri, folder, path } = judged.file;
	return {
		// Returns a plain object, because an indexed file would lose its getters when it is sent to the engine.
		file: { uri, folder, path },
		line1: placed.line1,
		column1: retainsColumn ? frame.column1 : undefined,
		lineMapping: placed.lineMapping,
		evidence: found.length > 0 ? found : ['pathSuffix'],
	};
}

function getEvidence(judged: Judged, only: boolean): FrameEvidence[] {
	const { functions, placed, path } = judged;
	const checks: readonly (readonly [FrameEvidence, boolean])[] = [
		['learnedRoot', judged.learned],
		['declaredPackage', agreement(judged) > 0],
		['declaredType', judged.holdsType],
		['pathSuffix', path.folders > 0 || judged.inModule],
		['function', placed.inFunction || (functions > 0 && placed.lineMapping.kind === 'declaration')],
		['onlyFile', only],
		['lineInFile', placed.lineMapping.kind === 'asReported'],
		['sourceSet', !judged.test],
		['sameProject', judged.sameProject],
		['open', judged.open],
	];
	return checks.filter(([, holds]) => holds).map(([evidence]) => evidence);
}
