import type * as vscode from 'vscode';
import type { Plan } from '../core/plan/plan';
import { stateKeys } from '../ids';
import type { Account } from './accounts';

interface StoredPlans {
	readonly last: Readonly<Record<string, Plan>>;
	/** Choices in the wizard that have not been used for an export yet, by application ID. */
	readonly drafts: Readonly<Record<string, Plan>>;
	readonly lastApplicationId?: string;
	readonly draftApplicationId?: string;
}

const nothing: StoredPlans = { last: {}, drafts: {} };

export class Plans {
	constructor(private readonly memento: vscode.Memento) {}

	last(account: Account, applicationId?: string): Plan | undefined {
		const storedPlans = this.storedPlans(account);
		const id = applicationId ?? storedPlans.lastApplicationId;
		return id === undefined ? undefined : storedPlans.last[id];
	}

	draft(account: Account, applicationId: string): Plan | undefined {
		return this.storedPlans(account).drafts[applicationId];
	}

	latestDraft(account: Account): Plan | undefined {
		const { drafts, draftApplicationId } = this.storedPlans(account);
		return draftApplicationId === undefined ? undefined : drafts[draftApplicationId];
	}

	async saveDraft(account: Account, plan: Plan): Promise<void> {
		const storedPlans = this.storedPlans(account);
		const id = plan.application.id;
		await this.save(account, { ...storedPlans, drafts: { ...storedPlans.drafts, [id]: plan }, draftApplicationId: id });
	}

	async saveLast(account: Account, plan: Plan): Promise<void> {
		const storedPlans = this.storedPlans(account);
		const { [plan.application.id]: _, ...drafts } = storedPlans.drafts;
		await this.save(account, {
			last: { ...storedPlans.last, [plan.application.id]: plan },
			drafts,
			lastApplicationId: plan.application.id,
		});
	}

	private storedPlans({ service }: Account): StoredPlans {
		return this.memento.get<Record<string, StoredPlans>>(stateKeys.plans, {})[service] ?? nothing;
	}

	private async save({ service }: Account, storedPlans: StoredPlans): Promise<void> {
		const all = this.memento.get<Record<string, StoredPlans>>(stateKeys.plans, {});
		await this.memento.update(stateKeys.plans, { ...all, [service]: storedPlans });
	}
}
