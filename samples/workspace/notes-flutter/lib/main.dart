import 'package:flutter/material.dart';

import 'editor/editor_page.dart';
import 'search/note_search.dart';
import 'storage/note_store.dart';

void main() {
  runApp(NotesApp(store: NoteStore()));
}

class NotesApp extends StatelessWidget {
  const NotesApp({super.key, required this.store});

  final NoteStore store;

  @override
  Widget build(BuildContext context) {
    return MaterialApp(
      title: 'Notes',
      theme: ThemeData(colorSchemeSeed: Colors.teal),
      home: NoteListPage(store: store),
    );
  }
}

class NoteListPage extends StatefulWidget {
  const NoteListPage({super.key, required this.store});

  final NoteStore store;

  @override
  State<NoteListPage> createState() => _NoteListPageState();
}

class _NoteListPageState extends State<NoteListPage> {
  List<Note> _notes = const [];
  String _query = '';

  @override
  void initState() {
    super.initState();
    _load();
  }

  Future<void> _load() async {
    final notes = await widget.store.load();
    // The page may have been left while the notes were read.
    setState(() => _notes = notes);
  }

  @override
  Widget build(BuildContext context) {
    final found = NoteSearch(_notes).find(_query);
    return Scaffold(
      appBar: AppBar(
        title: TextField(
          onChanged: (text) => setState(() => _query = text),
          onSubmitted: (text) => _open(NoteSearch(_notes).best(text)),
        ),
      ),
      body: ListView(
        children: [
          for (final note in found)
            ListTile(title: Text(note.title), onTap: () => _open(note)),
        ],
      ),
    );
  }

  Future<void> _open(Note note) async {
    await Navigator.of(context).push(
      MaterialPageRoute<void>(builder: (_) => EditorPage(store: widget.store, note: note)),
    );
    await _load();
  }
}
