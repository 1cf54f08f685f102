import type { Frame } from '../trace/model';
import type { Candidates } from './candidates';
import type { FrameEvidence, FrameTarget, Located } from './frameTarget';
import type { Judged } from './judge';
import { agreement, ranked } from './rank';

/** Files that a person is offered to choose from. */
const maxOffered = 12;

/** The likeliest of several files. @param only Whether there is one file of the name. */
export function choiceOf(
	possible: readonly Judged[],
	{ by, frame, only }: { readonly by: Candidates['by']; readonly frame: Frame; readonly only: boolean },
): Located {
	const offered = ranked(possible, by).slice(0, maxOffered);
	return { kind: 'several', targets: offered.map((judged) => targetOf(judged, frame, only)) };
}

export function targetOf(judged: Judged, frame: Frame, only: boolean): FrameTarget {
	const { placed } = judged;
	const { kind } = placed.fate;
	const keepsColumn = kind === 'asTold' || kind === 'gone' || kind === 'unproven';
	const found = evidenceOf(judged, only);
	return {
		file: judged.file,
		line1: placed.line1,
		column1: keepsColumn ? frame.column1 : undefined,
		fate: placed.fate,
		// Without anything else, its name is why it is here.
		evidence: found.length > 0 ? found : ['pathSuffix'],
	};
}

function evidenceOf(judged: Judged, only: boolean): FrameEvidence[] {
	const { functions, placed, path } = judged;
	const told: readonly (readonly [FrameEvidence, boolean])[] = [
		['learnedRoot', judged.learned],
		['declaredPackage', agreement(judged) > 0],
		['declaredType', judged.holdsType],
		['pathSuffix', path.folders > 0 || judged.inModule],
		['function', placed.inFunction || (functions > 0 && placed.fate.kind === 'declaration')],
		['onlyFile', only],
		['lineInFile', placed.fate.kind === 'asTold'],
		['sourceSet', !judged.test],
		['sameProject', judged.sameProject],
		['open', judged.open],
	];
	return told.filter(([, holds]) => holds).map(([evidence]) => evidence);
}
