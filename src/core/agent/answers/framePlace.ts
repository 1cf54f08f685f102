import type { FrameTarget, LineFate, Located, NoTarget } from '../../stack/locate/frameTarget';
import { pathText } from '../text/hostText';

/** Where a frame leads: `own app/src/Cart.kt:88 (line as told)`, or why it leads nowhere. */
export function describeFramePlace(located: Located): string {
	switch (located.kind) {
		case 'target':
			return `own ${placeText(located.target)} (${lineStatus[located.target.fate.kind]})`;
		case 'several':
			return `perhaps one of ${located.targets.slice(0, 3).map(placeText).join(', ')}`;
		case 'none':
			return whyNot[located.reason.kind];
	}
}

export function placeText({ file, line1 }: FrameTarget): string {
	return `${pathText(file.path)}:${line1}`;
}

const lineStatus: Readonly<Record<LineFate['kind'], string>> = {
	asTold: 'line as told',
	clamped: 'the file is shorter now',
	moved: 'the function moved; this is its line now',
	gone: 'the function is gone; the line is as told',
	unproven: 'line as told, unproven',
	declaration: 'no line told; this is the function',
	beginning: 'no line told',
};

const whyNot: Readonly<Record<NoTarget['kind'], string>> = {
	library: 'library',
	nothingNamed: 'names neither file nor type',
	minified: 'minified; a mapping file of this build is missing',
	symbolsNeeded: 'needs symbols',
	noWorkspace: 'no folder is open',
	notFound: 'not in this workspace',
	functionMissing: 'the type is here, the function is not',
};
