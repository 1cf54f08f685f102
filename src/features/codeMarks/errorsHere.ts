import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { withinMs } from '../../core/common/withinMs';
import type { CodePosition } from '../../services/commands';
import type { Services } from '../../services/services';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { type Choice, pickOne } from '../../vscode/quickInput';
import {
	describeNoCodeMarks,
	describePartOfGroup,
	describeSeen,
	type NoCodeMarks,
} from '../../wording/codeMarkMessages';
import { type FileMarks, functionAround, groupsIn, type SourceCount, type SourceGroup } from './fileMarks';
import { isMarkable, type MarkedDocuments } from './markedDocuments';
import { nameOfGroup } from './markHovers';
import { showGroup } from './showGroup';

const { l10n } = vscode;

/** Time in milliseconds within which the command must show errors, or explain why it can't. */
const maxAnswerMs = 5_000;

type HereServices = Pick<Services, 'codeSources' | 'filtersToShow' | 'settings'>;

export class ErrorsHere {
	constructor(
		private readonly documents: MarkedDocuments,
		private readonly services: HereServices,
		private readonly isHidden: () => boolean,
		private readonly answerMs = maxAnswerMs,
	) {}

	async ofFunction(place: CodePosition | undefined): Promise<void> {
		const { document, line1 } = (await this.getPlace(place)) ?? {};
		const marks = await this.marksOf(document);
		const mark = marks && line1 !== undefined ? functionAround(marks, line1) : undefined;
		if (!mark) {
			return this.notifyWhy(document);
		}
		await this.choose(mark.name, mark.threw.length > 0 ? mark.threw : mark.passed);
	}

	async ofLine(place: CodePosition | undefined): Promise<void> {
		const { document, line1 } = (await this.getPlace(place)) ?? {};
		const marks = await this.marksOf(document);
		const mark = marks?.lines.find((other) => other.line1 === line1);
		if (!document || !mark) {
			return this.notifyWhy(document);
		}
		const name = baseName(document.uri.path);
		await this.choose(l10n.t('{0}, line {1}', name, mark.line1), mark.counts);
	}

	async step(by: 1 | -1): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const marks = this.isHidden() ? undefined : await this.marksOf(editor?.document);
		const lines = marks?.lines.map(({ line1 }) => line1) ?? [];
		const at = (editor?.selection.active.line ?? 0) + 1;
		const next =
			by === 1
				? (lines.find((line1) => line1 > at) ?? lines[0])
				: (lines.findLast((line1) => line1 < at) ?? lines.at(-1));
		if (!editor || next === undefined) {
			return this.notifyWhy(editor?.document);
		}
		const line = editor.document.lineAt(Math.min(next, editor.document.lineCount) - 1);
		const place = new vscode.Position(line.lineNumber, line.firstNonWhitespaceCharacterIndex);
		editor.selection = new vscode.Selection(place, place);
		editor.revealRange(line.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
	}

	private async marksOf(document: vscode.TextDocument | undefined): Promise<FileMarks | undefined> {
		return document && withinMs(this.documents.ask(document), this.answerMs);
	}

	private async getPlace(
		place: CodePosition | undefined,
	): Promise<{ readonly document: vscode.TextDocument; readonly line1: number } | undefined> {
		if (place) {
			const document = await vscode.workspace.openTextDocument(vscode.Uri.from(place.uri));
			return { document, line1: place.lineNumber };
		}
		const editor = vscode.window.activeTextEditor;
		return editor && { document: editor.document, line1: editor.selection.active.line + 1 };
	}

	private async choose(title: string, counts: readonly SourceCount[]): Promise<void> {
		const groups = groupsIn(counts);
		const [only] = groups;
		if (!only) {
			// The records no longer contain the groups that were counted for the code mark.
			void showInformation(describeNoCodeMarks({ kind: 'unreadable' }));
			return;
		}
		const chosen = groups.length > 1 ? await this.pick(title, groups) : only;
		if (chosen) {
			await showGroup(chosen.source.path, chosen.group.key, this.services);
		}
	}

	private async pick(title: string, groups: readonly SourceGroup[]): Promise<SourceGroup | undefined> {
		const now = new Date();
		const items = groups.map((one): Choice<SourceGroup> => {
			const { group, source } = one;
			const part = describePartOfGroup(group);
			return {
				label: withoutIcons(nameOfGroup(group)),
				description: withoutIcons(group.title.place),
				detail: [
					describeSeen({ ...group, timeZone: source.timeZone }, false, now),
					...(part ? [part] : []),
					source.label,
				].join(' · '),
				value: one,
			};
		});
		const answer = await pickOne({ title, placeholder: l10n.t('Choose the errors to show'), items });
		return answer.kind === 'value' ? answer.value : undefined;
	}

	private notifyWhy(document: vscode.TextDocument | undefined): void {
		void showInformation(describeNoCodeMarks(this.reason(document)));
	}

	private reason(document: vscode.TextDocument | undefined): NoCodeMarks {
		if (this.services.settings.codeMarks === 'off') {
			return { kind: 'off' };
		}
		if (!this.services.codeSources.any) {
			return { kind: 'noRecords' };
		}
		if (!document || !isMarkable(document)) {
			return { kind: 'noSource' };
		}
		if (this.isHidden()) {
			return { kind: 'hidden' };
		}
		const marks = this.documents.of(document);
		const fileName = baseName(document.uri.path);
		if (marks) {
			return { kind: 'nothingHere', left: marks.left, fileName };
		}
		return { kind: this.documents.isAsking(document) ? 'looking' : 'unreadable' };
	}
}
