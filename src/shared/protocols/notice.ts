/** Message above the content of a page. A page sends the `id` of a chosen action to the extension host. */
export interface Notice {
	readonly kind: 'warning' | 'info';
	readonly text: string;
	readonly actions: readonly { readonly id: string; readonly label: string }[];
}
