import type { FrameEvidence, LineMapping, NoTarget } from '../core/stack/locate/frameTarget';
import type { Frame } from '../core/stack/trace/model';
import { formatCount } from './formats';
import { l10n } from './l10n';

export function describeEvidence(evidence: FrameEvidence): string {
	return evidenceWords[evidence]();
}

const evidenceWords: { readonly [E in FrameEvidence]: () => string } = {
	learnedRoot: () => l10n.t('in a folder with other resolved frames'),
	declaredPackage: () => l10n.t('same package'),
	declaredType: () => l10n.t('declares the type'),
	pathSuffix: () => l10n.t('same folders'),
	function: () => l10n.t('line is in the function'),
	onlyFile: () => l10n.t('only file with this name'),
	lineInFile: () => l10n.t('line exists'),
	sourceSet: () => l10n.t('not in a test folder'),
	sameProject: () => l10n.t('same project as other frames'),
	open: () => l10n.t('open or modified'),
};

export function describeLineMapping(lineMapping: LineMapping, fileName: string): string | undefined {
	switch (lineMapping.kind) {
		case 'asReported':
			return undefined;
		case 'clamped':
			return l10n.t(
				'{0} has no line {2} (its last line is {1}).',
				fileName,
				formatCount(lineMapping.last),
				formatCount(lineMapping.reported),
			);
		case 'moved':
			return l10n.t(
				'{0} is no longer at line {1}. This is its current location.',
				lineMapping.name,
				formatCount(lineMapping.reported),
			);
		case 'gone':
			return l10n.t('{0} no longer exists in {1}. This is the line from the stack trace.', lineMapping.name, fileName);
		case 'unproven':
			return l10n.t('The code may have changed since that build, so this line may be wrong.');
		case 'declaration':
			return l10n.t('The stack trace has no line number. This is {0}.', lineMapping.name);
		case 'beginning':
			return l10n.t('The stack trace has no line number. This is the start of {0}.', fileName);
	}
}

export function describeNoTarget(reason: NoTarget, frame: Frame): string {
	switch (reason.kind) {
		case 'library':
			return l10n.t('This is a library frame. Its source is not in the workspace.');
		case 'nothingNamed':
			return l10n.t('This line does not refer to a source file.');
		case 'minified':
			return l10n.t('This frame is minified. A mapping file is needed to find its source.');
		case 'symbolsNeeded':
			return l10n.t('This is a memory address. Symbols for {0} are needed to find its source.', reason.image);
		case 'noWorkspace':
			return l10n.t('No folder with source files is open.');
		case 'functionMissing':
			return reason.capped
				? l10n.t(
						'{1} in {0} was not found in the files searched so far. Some files in the workspace were not searched.',
						reason.type,
						reason.name,
					)
				: l10n.t('{0} exists in the workspace, but it has no {1}.', reason.type, reason.name);
		case 'notFound':
			if (reason.capped) {
				return l10n.t(
					'{0} was not found in the files searched so far. Some files in the workspace were not searched.',
					reason.name,
				);
			}
			return isAbsolute(frame.file ?? '')
				? l10n.t("{0} was not found in the workspace. Files outside the workspace can't be opened.", reason.name)
				: l10n.t('{0} was not found in the workspace.', reason.name);
	}
}

function isAbsolute(path: string): boolean {
	return /^(?:[/\\]|[A-Za-z]:[/\\]|file:)/.test(path);
}
