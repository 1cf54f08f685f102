import type { Frame } from '../trace/model';
import type { Judged } from './judge';
import type { FrameEvidence, FrameTarget } from './model';
import { agreement } from './rank';

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
