/** Why nothing is known about the revisions of a file. */
export type NoRevisions =
	/** The workspace is not trusted. */
	| 'untrusted'
	/** The editor has no extension for git. */
	| 'absent'
	/** Git is turned off in the settings, or not installed. */
	| 'disabled'
	/** Repositories are still being looked for. */
	| 'starting'
	/** The file is not on a disk. */
	| 'virtual'
	/** It is in no repository that is open. */
	| 'noRepository'
	/** Git did not do what it was asked for. */
	| 'failed';

export type TagAnswer =
	| { readonly kind: 'tag'; readonly tag: string }
	/** A person must choose. */
	| { readonly kind: 'several'; readonly tags: readonly string[] }
	/** No tag fits; `examples` are what tags look like. */
	| { readonly kind: 'none'; readonly examples: readonly string[] }
	/** The repository has none, as shallow clones do. */
	| { readonly kind: 'noTags' }
	| { readonly kind: 'unavailable'; readonly reason: NoRevisions };

export type NoTag = Exclude<TagAnswer, { kind: 'tag' }>;

/** Why it is not known where lines of the build are now. */
export type Unmapped =
	| NoTag
	/** The build had no such file, under this name or an earlier one. */
	| { readonly kind: 'noFile'; readonly tag: string }
	/** Not a text, a pointer to what is stored elsewhere, or longer than a source. */
	| { readonly kind: 'noText'; readonly tag: string }
	/** The two texts are too unlike. */
	| { readonly kind: 'tooUnlike'; readonly tag: string };
