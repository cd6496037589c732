import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.BinaryPoint;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * The query page by Lucene. First line of the input: the columns as "kind name" apart by tabs (open.ts says the kinds).
 * Then a line a document, its values apart by tabs and the elements of lists by \u001f, until an empty line. After that a
 * line a query: number, tab, the predicate in prefix notation. The answers are JSON lines, in any order.
 */
public class Peer {
  static final String ELEMENTS = "\u001f";
  static final int PAGE = 50;
  static final int TOP = 20;

  record Column(String kind, String name, String facet) {}

  public static void main(String[] arguments) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 20);
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var directory = FSDirectory.open(Path.of(arguments[0]));
    var columns = new ArrayList<Column>();
    for (var column : input.readLine().split("\t")) {
      var parts = column.split(" ", 3);
      columns.add(new Column(parts[0], parts[1], parts.length > 2 ? parts[2] : ""));
    }
    // Documents in address order: the first fifty that a search meets are the page.
    var config = new IndexWriterConfig(new KeywordAnalyzer()).setRAMBufferSizeMB(256).setUseCompoundFile(false)
        .setIndexSort(new Sort(new SortField("address", SortField.Type.STRING)));
    try (var writer = new IndexWriter(directory, config)) {
      for (var line = input.readLine(); !line.isEmpty(); line = input.readLine()) writer.addDocument(document(columns, line));
      writer.forceMerge(1);
    }
    var reader = DirectoryReader.open(directory);
    var searcher = new IndexSearcher(reader);
    // Answers it may have kept would make every repetition faster than the first.
    searcher.setQueryCache(null);
    output.println("{\"ready\":" + reader.numDocs() + "}");
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      var parts = line.split("\t", 2);
      pool.submit(() -> {
        String answer;
        try {
          answer = page(searcher, columns, new Tokens(parts[1]).query());
        } catch (Throwable error) {
          answer = "\"error\":" + quoted(String.valueOf(error));
        }
        var whole = "{\"id\":" + parts[0] + "," + answer + "}";
        synchronized (output) {
          output.println(whole);
        }
      });
    }
    pool.shutdown();
  }

  static Document document(List<Column> columns, String line) {
    var document = new Document();
    var values = line.split("\t", -1);
    for (int at = 0; at < columns.size(); at += 1) {
      var column = columns.get(at);
      var name = column.name();
      var value = plain(values[at]);
      if (column.kind().equals("address")) {
        document.add(new BinaryPoint(name, HexFormat.of().parseHex(value)));
        document.add(new SortedDocValuesField(name, new BytesRef(value)));
      } else if (column.kind().equals("record")) {
        document.add(new StoredField(name, value));
      } else if (column.kind().equals("day")) {
        document.add(new NumericDocValuesField(name, Long.parseLong(value)));
      } else if (column.kind().equals("facet")) {
        document.add(new SortedDocValuesField("facet " + name, new BytesRef(value)));
      } else if (column.kind().equals("facets")) {
        for (var each : elements(value)) document.add(new SortedSetDocValuesField("facet " + name, new BytesRef(each)));
      } else if (column.kind().equals("time")) {
        if (!value.equals("0")) present(document, name);
        document.add(new LongPoint(name, Long.parseLong(value)));
      } else if (column.kind().equals("number")) {
        if (value.equals("\\N")) continue;
        present(document, name);
        number(document, name, value);
      } else if (column.kind().equals("numbers")) {
        if (!value.isEmpty()) present(document, name);
        for (var each : elements(value)) number(document, name, each);
      } else if (column.kind().equals("texts")) {
        if (!value.isEmpty()) present(document, name);
        for (var each : elements(value)) document.add(new StringField(name, each, Field.Store.NO));
      } else {
        if (!value.isEmpty()) present(document, name);
        document.add(new StringField(name, value, Field.Store.NO));
      }
    }
    return document;
  }

  static void present(Document document, String name) {
    document.add(new StringField("present", name, Field.Store.NO));
  }

  static void number(Document document, String name, String value) {
    document.add(new DoublePoint(name, Double.parseDouble(value)));
    document.add(new StringField(name + " written", value, Field.Store.NO));
  }

  static String[] elements(String list) {
    return list.isEmpty() ? new String[0] : list.split(ELEMENTS, -1);
  }

  /** Takes back what TabSeparated escapes. */
  static String plain(String text) {
    if (text.indexOf('\\') < 0 || text.equals("\\N")) return text;
    var made = new StringBuilder();
    for (int at = 0; at < text.length(); at += 1) {
      char letter = text.charAt(at);
      if (letter != '\\') made.append(letter);
      else {
        letter = text.charAt(++at);
        made.append(switch (letter) { case 't' -> '\t'; case 'n' -> '\n'; case 'r' -> '\r'; case 'b' -> '\b'; case 'f' -> '\f'; case '0' -> '\0'; default -> letter; });
      }
    }
    return made.toString();
  }

  /** A predicate in prefix notation, every token percent-encoded. */
  static final class Tokens {
    final String[] tokens;
    int at = 0;

    Tokens(String text) {
      tokens = text.split(" ", -1);
    }

    String next() {
      return URLDecoder.decode(tokens[at++], StandardCharsets.UTF_8);
    }

    Query query() {
      var word = next();
      switch (word) {
        case "all":
          return new MatchAllDocsQuery();
        case "none":
          return new MatchNoDocsQuery();
        case "and":
        case "or": {
          int parts = Integer.parseInt(next());
          if (parts == 0) return word.equals("and") ? new MatchAllDocsQuery() : new MatchNoDocsQuery();
          var made = new BooleanQuery.Builder();
          for (int part = 0; part < parts; part += 1) {
            // "all but" stands beside the other parts as what must not be, or every document would be walked.
            if (word.equals("and") && tokens[at].equals("not")) {
              at += 1;
              made.add(query(), Occur.MUST_NOT);
            } else made.add(query(), word.equals("and") ? Occur.FILTER : Occur.SHOULD);
          }
          if (made.build().clauses().stream().allMatch(clause -> clause.getOccur() == Occur.MUST_NOT))
            made.add(new MatchAllDocsQuery(), Occur.FILTER);
          return made.build();
        }
        case "not":
          return new BooleanQuery.Builder().add(new MatchAllDocsQuery(), Occur.FILTER).add(query(), Occur.MUST_NOT).build();
        case "exists":
          return new TermQuery(new Term("present", next()));
        case "equals":
          return new TermQuery(new Term(next(), next()));
        case "written":
          return new TermQuery(new Term(next() + " written", next()));
        case "like":
          return new WildcardQuery(new Term(next(), next()));
        case "texts": {
          var name = next();
          String from = next(), to = next();
          boolean withFrom = next().equals("true"), withTo = next().equals("true");
          return TermRangeQuery.newStringRange(name, from.isEmpty() ? null : from.substring(1), to.isEmpty() ? null : to.substring(1), withFrom, withTo);
        }
        case "numbers": {
          var name = next();
          double from = Double.parseDouble(next()), to = Double.parseDouble(next());
          boolean withFrom = next().equals("true"), withTo = next().equals("true");
          return DoublePoint.newRangeQuery(name, withFrom ? from : Math.nextUp(from), withTo ? to : Math.nextDown(to));
        }
        case "times":
          return LongPoint.newRangeQuery(next(), Long.parseLong(next()), Long.parseLong(next()));
        case "addresses":
          return BinaryPoint.newRangeQuery("address", HexFormat.of().parseHex(next()), HexFormat.of().parseHex(next()));
        default:
          throw new IllegalArgumentException(word);
      }
    }
  }

  /** Counts by ordinal: the index is one segment, so that they mean the same throughout. */
  static final class Counting extends SimpleCollector {
    final List<Column> columns;
    final List<Integer> first = new ArrayList<>();
    final java.util.HashMap<Long, int[]> days = new java.util.HashMap<>();
    int total = 0;
    NumericDocValues day;
    SortedDocValues verdict;
    SortedDocValues[] single;
    SortedSetDocValues[] many;
    int[][] counts;

    Counting(List<Column> columns) {
      this.columns = columns.stream().filter(column -> column.kind().startsWith("facet")).toList();
    }

    @Override
    protected void doSetNextReader(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      day = DocValues.getNumeric(reader, "day");
      verdict = DocValues.getSorted(reader, "facet classification");
      single = new SortedDocValues[columns.size()];
      many = new SortedSetDocValues[columns.size()];
      counts = new int[columns.size()][];
      for (int at = 0; at < columns.size(); at += 1) {
        var name = "facet " + columns.get(at).name();
        if (columns.get(at).kind().equals("facet")) {
          single[at] = DocValues.getSorted(reader, name);
          counts[at] = new int[single[at].getValueCount()];
        } else {
          many[at] = DocValues.getSortedSet(reader, name);
          counts[at] = new int[(int) many[at].getValueCount()];
        }
      }
    }

    @Override
    public void collect(int document) throws IOException {
      total += 1;
      if (first.size() < PAGE) first.add(document);
      if (day.advanceExact(document) && verdict.advanceExact(document))
        days.computeIfAbsent(day.longValue(), key -> new int[verdict.getValueCount()])[verdict.ordValue()] += 1;
      for (int at = 0; at < counts.length; at += 1) {
        if (single[at] != null) {
          if (single[at].advanceExact(document)) counts[at][single[at].ordValue()] += 1;
        } else if (many[at].advanceExact(document)) {
          for (long ord = many[at].nextOrd(); ord != SortedSetDocValues.NO_MORE_ORDS; ord = many[at].nextOrd())
            counts[at][(int) ord] += 1;
        }
      }
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }

  static String page(IndexSearcher searcher, List<Column> columns, Query query) throws IOException {
    var found = new Counting(columns);
    searcher.search(new ConstantScoreQuery(query), found);
    var made = new StringBuilder("\"total\":" + found.total + ",\"documents\":[");
    for (int at = 0; at < found.first.size(); at += 1)
      made.append(at == 0 ? "" : ",").append(searcher.doc(found.first.get(at)).get("record"));
    made.append("],\"days\":[");
    var comma = "";
    for (var entry : found.days.entrySet())
      for (int ord = 0; ord < entry.getValue().length; ord += 1)
        if (entry.getValue()[ord] > 0) {
          made.append(comma).append("[" + entry.getKey() + "," + quoted(found.verdict.lookupOrd(ord).utf8ToString()) + "," + entry.getValue()[ord] + "]");
          comma = ",";
        }
    made.append("],\"facets\":[");
    for (int at = 0; found.counts != null && at < found.counts.length; at += 1) {
      made.append(at == 0 ? "[" : ",[");
      comma = "";
      for (int ord : most(found.counts[at])) {
        var value = found.single[at] != null ? found.single[at].lookupOrd(ord) : found.many[at].lookupOrd(ord);
        if (value.length == 0) continue;
        made.append(comma).append("[" + quoted(value.utf8ToString()) + "," + found.counts[at][ord] + "]");
        comma = ",";
      }
      made.append("]");
    }
    return made.append("]").toString();
  }

  /** Ordinals of the highest counts, one more than shown (the empty text is no value); ties by ordinal, which is by bytes. */
  static List<Integer> most(int[] counts) {
    java.util.Comparator<Integer> worst = (left, right) ->
        counts[left] != counts[right] ? Integer.compare(counts[left], counts[right]) : Integer.compare(right, left);
    var queue = new PriorityQueue<Integer>(worst);
    for (int ord = 0; ord < counts.length; ord += 1) {
      if (counts[ord] == 0) continue;
      if (queue.size() > TOP && counts[ord] <= counts[queue.peek()]) continue;
      queue.add(ord);
      if (queue.size() > TOP + 1) queue.poll();
    }
    var sorted = new ArrayList<>(queue);
    sorted.sort(worst.reversed());
    return sorted;
  }

  static String quoted(String text) {
    var made = new StringBuilder("\"");
    for (char letter : text.toCharArray()) {
      if (letter == '"' || letter == '\\') made.append('\\').append(letter);
      else if (letter < ' ') made.append(String.format("\\u%04x", (int) letter));
      else made.append(letter);
    }
    return made.append('"').toString();
  }
}
