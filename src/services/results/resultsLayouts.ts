import type * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import type { StoredQuestion } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { stateKeys } from '../../ids';
import type { ViewLayout } from '../../shared/protocols/resultsProtocol';

/** Maximum number of stored layouts. The least recently changed layout is removed first. */
const remembered = 100;

interface StoredLayout {
	readonly service: string;
	readonly applicationId: string;
	readonly layout: ViewLayout;
}

interface LaidOut extends Pick<StoredQuestion, 'service'> {
	readonly plan: Pick<StoredQuestion['plan'], 'application'>;
}

/** Stores the layout of the results view for each application. A new view starts with the last layout. */
export class ResultsLayouts {
	constructor(private readonly memento: vscode.Memento) {}

	of(question: LaidOut): ViewLayout | undefined {
		return this.saved().find((saved) => isFor(saved, question))?.layout;
	}

	/** @param layout New layout. Undefined resets the layout */
	async keep(question: LaidOut, layout: ViewLayout | undefined): Promise<void> {
		const isSame = (saved: StoredLayout) => isFor(saved, question);
		const service = normalizeService(question.service);
		const applicationId = question.plan.application.id;
		await this.memento.update(
			stateKeys.resultsLayouts,
			layout
				? upsertMostRecent(this.saved(), { service, applicationId, layout }, isSame, remembered)
				: this.saved().filter((saved) => !isSame(saved)),
		);
	}

	private saved(): readonly StoredLayout[] {
		return this.memento.get<readonly StoredLayout[]>(stateKeys.resultsLayouts, []);
	}
}

function isFor({ service, applicationId }: StoredLayout, { service: asked, plan }: LaidOut): boolean {
	return service === normalizeService(asked) && applicationId === plan.application.id;
}
