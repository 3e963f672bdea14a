package titular.json;

/** A text out of a list that may grow: a record of one text, with those that are known as constants. */
public interface Word {
    /** The text on the wire. */
    String value();
}
