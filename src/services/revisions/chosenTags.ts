import type * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';

const maxChoices = 100;

interface ChosenTag {
	readonly application: string;
	readonly pattern: string;
}

/** Stores tag patterns that the user selected for applications that share a repository. */
export class ChosenTags {
	constructor(private readonly memento: vscode.Memento) {}

	patternOf(application: string): string | undefined {
		return this.all().find((choice) => choice.application === application)?.pattern;
	}

	async remember(application: string, pattern: string): Promise<void> {
		const isSame = (other: ChosenTag) => other.application === application;
		const choices = upsertMostRecent(this.all(), { application, pattern }, isSame, maxChoices);
		await this.memento.update(stateKeys.chosenTags, choices);
	}

	private all(): readonly ChosenTag[] {
		return this.memento.get<readonly ChosenTag[]>(stateKeys.chosenTags, []);
	}
}
