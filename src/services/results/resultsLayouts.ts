import type * as vscode from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import type { StoredQuestion } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { stateKeys } from '../../ids';
import type { ViewLayout } from '../../shared/resultsProtocol';

/** Applications whose layouts are remembered; beyond that the one changed longest ago is forgotten. */
const remembered = 100;

interface Kept {
	/** Base address, in its one form. */
	readonly service: string;
	readonly applicationId: string;
	readonly layout: ViewLayout;
}

/** What a results view shows, as far as its layout is concerned. */
interface LaidOut extends Pick<StoredQuestion, 'service'> {
	readonly plan: Pick<StoredQuestion['plan'], 'application'>;
}

/** How results views of an application's exports are laid out, so that the next one looks as the last one was left. */
export class ResultsLayouts {
	constructor(private readonly memento: vscode.Memento) {}

	of(question: LaidOut): ViewLayout | undefined {
		return this.kept().find((kept) => isFor(kept, question))?.layout;
	}

	/** @param layout Undefined to forget it. */
	async keep(question: LaidOut, layout: ViewLayout | undefined): Promise<void> {
		const isSame = (kept: Kept) => isFor(kept, question);
		const service = normalizeService(question.service);
		const applicationId = question.plan.application.id;
		await this.memento.update(
			stateKeys.resultsLayouts,
			layout
				? withMostRecent(this.kept(), { service, applicationId, layout }, isSame, remembered)
				: this.kept().filter((kept) => !isSame(kept)),
		);
	}

	private kept(): readonly Kept[] {
		return this.memento.get<readonly Kept[]>(stateKeys.resultsLayouts, []);
	}
}

function isFor({ service, applicationId }: Kept, { service: asked, plan }: LaidOut): boolean {
	return service === normalizeService(asked) && applicationId === plan.application.id;
}
