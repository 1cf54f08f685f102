import * as vscode from 'vscode';
import type { FrameEvidence, LineFate, NoTarget } from '../core/stack/locate/frameTarget';
import type { Frame } from '../core/stack/trace/model';
import { formatCount } from './formats';

const { l10n } = vscode;

/** The words for where frames lead, and why; used wherever frames are shown. */

/** Why a file is offered, in two to five words. */
export function describeEvidence(evidence: FrameEvidence): string {
	return evidenceWords[evidence]();
}

const evidenceWords: { readonly [E in FrameEvidence]: () => string } = {
	learnedRoot: () => l10n.t('below a folder that other frames lead to'),
	declaredPackage: () => l10n.t('same package'),
	declaredType: () => l10n.t('declares the type'),
	pathSuffix: () => l10n.t('same folders'),
	function: () => l10n.t('the function holds the line'),
	onlyFile: () => l10n.t('only file of this name'),
	lineInFile: () => l10n.t('has the line'),
	sourceSet: () => l10n.t('not a test'),
	sameProject: () => l10n.t('same project as other frames'),
	open: () => l10n.t('open or changed'),
};

/** What to know about the line one was led to; undefined when it is the one that the trace tells. */
export function describeFate(fate: LineFate, fileName: string): string | undefined {
	switch (fate.kind) {
		case 'asTold':
			return undefined;
		case 'clamped':
			return l10n.t(
				'{0} ends at line {1}; the trace says {2}.',
				fileName,
				formatCount(fate.last),
				formatCount(fate.told),
			);
		case 'moved':
			return l10n.t('{0} is not at line {1} any more; this is where it is now.', fate.name, formatCount(fate.told));
		case 'gone':
			return l10n.t('No {0} is in {1} now; this is the line that the trace names.', fate.name, fileName);
		case 'unproven':
			return l10n.t('The code may have changed since that build: nothing shows that this is still the line.');
		case 'declaration':
			return l10n.t('The trace names no line; this is where {0} is.', fate.name);
		case 'beginning':
			return l10n.t('The trace names no line; this is the beginning of {0}.', fileName);
	}
}

/** Why a frame leads nowhere, in one sentence. */
export function describeNoTarget(reason: NoTarget, frame: Frame): string {
	switch (reason.kind) {
		case 'library':
			return l10n.t('This frame is of a library: its source is not in the workspace.');
		case 'nothingNamed':
			return l10n.t('This line names no source.');
		case 'minified':
			return l10n.t('The names of this frame are minified; only a mapping file tells the source.');
		case 'symbolsNeeded':
			return l10n.t('This is an address; only the symbols of {0} tell the source.', reason.image);
		case 'noWorkspace':
			return l10n.t('No folder is open that could have the source.');
		case 'functionMissing':
			return reason.capped
				? l10n.t(
						'{0} has no {1} in the sources that were looked at; the workspace has more of them.',
						reason.type,
						reason.name,
					)
				: l10n.t('The workspace declares {0}, and no {1} in it.', reason.type, reason.name);
		case 'notFound':
			if (reason.capped) {
				return l10n.t('{0} is not among the sources that were looked at; the workspace has more of them.', reason.name);
			}
			return isAbsolute(frame.file ?? '')
				? l10n.t('The workspace has no {0}, and files outside of it are not opened.', reason.name)
				: l10n.t('The workspace has no {0}.', reason.name);
	}
}

function isAbsolute(path: string): boolean {
	return /^(?:[/\\]|[A-Za-z]:[/\\]|file:)/.test(path);
}
