import type * as vscode from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';

/** Choices that are remembered; beyond that the oldest is forgotten. */
const maxChoices = 100;

interface ChosenTag {
	readonly application: string;
	/** How the tags of the application are called. */
	readonly pattern: string;
}

/** How tags are called of applications that share a repository with others, as a person told it. */
export class ChosenTags {
	constructor(private readonly memento: vscode.Memento) {}

	patternOf(application: string): string | undefined {
		return this.all().find((choice) => choice.application === application)?.pattern;
	}

	async remember(application: string, pattern: string): Promise<void> {
		const isSame = (other: ChosenTag) => other.application === application;
		const choices = withMostRecent(this.all(), { application, pattern }, isSame, maxChoices);
		await this.memento.update(stateKeys.chosenTags, choices);
	}

	private all(): readonly ChosenTag[] {
		return this.memento.get<readonly ChosenTag[]>(stateKeys.chosenTags, []);
	}
}
