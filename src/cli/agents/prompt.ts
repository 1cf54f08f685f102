export interface Prompt {
	readonly id: string;
	readonly message: string;
}

export interface PromptResponse {
	readonly promptId: string | undefined;
	readonly isAccepted: boolean;
}
