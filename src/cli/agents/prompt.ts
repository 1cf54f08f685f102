/** A question that the client shows to the user before a tool sends requests to the service. */
export interface Prompt {
	readonly id: string;
	readonly message: string;
}

export interface PromptResponse {
	readonly promptId: string | undefined;
	readonly isAccepted: boolean;
}
