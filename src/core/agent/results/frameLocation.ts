import type { FrameTarget, LineMapping, Located, NoTarget } from '../../stack/locate/frameTarget';
import { pathText } from '../text/hostText';

export function describeFramePlace(located: Located): string {
	switch (located.kind) {
		case 'target':
			return `own code: ${placeText(located.target)} (${lineStatus[located.target.lineMapping.kind]})`;
		case 'several':
			return `possibly one of ${located.targets.slice(0, 3).map(placeText).join(', ')}`;
		case 'none':
			return whyNot[located.reason.kind];
	}
}

export function placeText({ file, line1 }: FrameTarget): string {
	return `${pathText(file.path)}:${line1}`;
}

const lineStatus: Readonly<Record<LineMapping['kind'], string>> = {
	asReported: 'line from the stack trace',
	clamped: 'the file is shorter now; last line',
	moved: 'the function has moved; current line',
	gone: 'the function no longer exists; line from the stack trace',
	unproven: 'line from the stack trace, unverified',
	declaration: 'no line number in the stack trace; line of the function',
	beginning: 'no line number in the stack trace',
};

const whyNot: Readonly<Record<NoTarget['kind'], string>> = {
	library: 'library',
	nothingNamed: 'no file or type name',
	minified: 'minified; no mapping file for this build',
	symbolsNeeded: 'needs symbols',
	noWorkspace: 'no folder is open',
	notFound: 'not in this workspace',
	functionMissing: 'the type exists, but not the function',
};
