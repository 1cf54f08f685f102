import '../storage/note_store.dart';

/// Finds notes by a pattern with `*` in it.
class NoteSearch {
  const NoteSearch(this.notes);

  final List<Note> notes;

  List<Note> find(String query) {
    if (query.isEmpty) {
      return notes;
    }
    // Only the star has a meaning; everything else should have been escaped.
    final pattern = RegExp(query.replaceAll('*', '.*'), caseSensitive: false);
    return notes.where((note) => pattern.hasMatch(note.title)).toList();
  }

  Note best(String query) {
    return find(query).reduce((a, b) => a.title.length < b.title.length ? a : b);
  }
}
